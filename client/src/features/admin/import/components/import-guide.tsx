import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '#client/lib/save-file';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import {
  IMPORT_COLUMNS,
  IMPORT_HEADINGS,
  REQUIRED_IMPORT_COLUMNS,
} from '#shared/domain/catalog-import';
import { LANGUAGES } from '#shared/domain/localized';
import { importTemplate } from '../model/template';

/** Explains the file format and offers a template. */
export function ImportGuide() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <section
      aria-labelledby="import-guide"
      className="flex flex-col gap-4 rounded-xl border border-surface-line bg-surface-raised px-4 py-5 sm:px-6"
    >
      <div>
        <h2 id="import-guide" className="font-bold text-xl">
          {t('catalog-import.guide.heading')}
        </h2>
        <p className="mt-1 max-w-prose text-ivory-soft">{t('catalog-import.guide.rows')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {LANGUAGES.map((one) => (
          <Button
            key={one}
            variant="outline"
            size="sm"
            onClick={() => {
              const { name, content } = importTemplate(one);
              saveFile(name, content);
            }}
          >
            <Download aria-hidden className="size-4" />
            {t(`catalog-import.guide.template.${one}`)}
          </Button>
        ))}
      </div>
      <dl className="divide-y divide-surface-line border-surface-line border-t text-sm">
        {IMPORT_COLUMNS.map((column) => (
          <div key={column} className="grid gap-x-4 py-2 sm:grid-cols-[18rem_1fr]">
            <dt className="font-semibold">
              {IMPORT_HEADINGS[language][column]}
              {REQUIRED_IMPORT_COLUMNS.some((required) => required === column) && ' *'}
            </dt>
            <dd className="text-ivory-soft">{t(`catalog-import.guide.column.${column}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-ivory-soft text-sm">{t('catalog-import.guide.required')}</p>
    </section>
  );
}
