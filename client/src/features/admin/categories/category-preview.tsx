import { useTranslation } from 'react-i18next';
import { CategoryCard } from '../../catalog';
import type { CategoryDraft } from './category-draft';

interface CategoryPreviewProps {
  draft: CategoryDraft;
  artistCount: number;
}

/** The very card of the public site, out of reach: it is to be looked at. */
export function CategoryPreview({ draft, artistCount }: CategoryPreviewProps) {
  const { t } = useTranslation();
  return (
    <section>
      <p className="mb-1.5 font-semibold">{t('admin.categoryForm.preview')}</p>
      <div inert aria-hidden className="on-stage">
        <CategoryCard
          // A picture that failed to load is given another chance under its new address.
          key={draft.backgroundImageUrl}
          category={{
            id: 'preview',
            ...draft,
            name: draft.name.trim() || t('admin.categoryForm.namePlaceholder'),
            artistCount,
          }}
        />
      </div>
    </section>
  );
}
