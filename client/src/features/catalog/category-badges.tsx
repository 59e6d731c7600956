import { useTranslation } from 'react-i18next';
import type { Category } from '#shared/contracts/catalog';
import { localized } from '#shared/domain/localized';
import { useLanguage } from '../../lib/use-language';
import { Badge } from '../../ui/badge';

/** Categories named on an artist's card; the rest are counted (spec, section 9). */
const SHOWN = 2;

export function CategoryBadges({ categories }: { categories: readonly Category[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const hiddenCount = categories.length - SHOWN;
  return (
    <ul aria-label={t('catalog.artist.categories')} className="flex flex-wrap gap-1.5">
      {categories.slice(0, SHOWN).map(({ id, name, nameFr }) => (
        <li key={id} className="flex max-w-full">
          <Badge>{localized(language, name, nameFr)}</Badge>
        </li>
      ))}
      {hiddenCount > 0 && (
        <li>
          <Badge>
            <span aria-hidden>+{hiddenCount}</span>
            <span className="sr-only">
              {t('catalog.artist.moreCategories', { count: hiddenCount })}
            </span>
          </Badge>
        </li>
      )}
    </ul>
  );
}
