import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import { missingGlyphs } from '#shared/domain/missing-glyphs';

/** Warns about letters of a name that generated pictures cannot show. */
export function MissingGlyphs({ text }: { text: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const letters = missingGlyphs(text);
  return (
    <p role="status" className="text-alert text-sm empty:hidden">
      {letters.length > 0 && (
        <span className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t('admin.undrawnLetters', {
            letters: new Intl.ListFormat(language).format(letters),
          })}
        </span>
      )}
    </p>
  );
}
