import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminCategory } from '#shared/contracts/admin-catalog';
import { DraftOffer } from '../../admin-drafts';
import { categoryDrafts } from '../model/category-draft';

interface KeptCategoryDraftsProps {
  categories: AdminCategory[];
  /** Takes the category whose draft is to be gone on with; null for one that is yet to be. */
  onRestore: (category: AdminCategory | null) => void;
}

/** What was being written when the session ended or the page was reloaded. */
export function KeptCategoryDrafts({ categories, onRestore }: KeptCategoryDraftsProps) {
  const { t } = useTranslation();
  const [drafts, setDrafts] = useState(categoryDrafts.list);
  if (drafts.length === 0) return null;
  return (
    <ul className="mb-4 flex flex-col gap-2">
      {drafts.map((kept) => {
        const { id, draft } = kept;
        const category = categories.find((one) => one.id === id) ?? null;
        const isGone = id !== null && category === null;
        const name = draft.name.trim() || t('admin.categories.draft.unnamed');
        const restore = () => {
          if (isGone) {
            // There is nothing left to save it over.
            categoryDrafts.forget(id);
            categoryDrafts.keep({ id: null, draft, version: null });
          }
          onRestore(category);
        };
        const discard = () => {
          categoryDrafts.forget(id);
          setDrafts(categoryDrafts.list());
        };
        return (
          <li key={id}>
            <DraftOffer
              text={t(`admin.categories.draft.${isGone ? 'gone' : 'found'}`, { name })}
              onRestore={restore}
              onDiscard={discard}
            />
          </li>
        );
      })}
    </ul>
  );
}
