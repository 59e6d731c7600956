import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Tags } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminCategory } from '#shared/contracts/admin-catalog';
import { localized } from '#shared/domain/localized';
import { useLanguage } from '../../lib/use-language';
import { Button, IconButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { DraftOffer } from '../admin-drafts';
import { DeleteButton, QueryView, useDeleteWithUndo } from '../admin-shell';
import { CategoryIcon } from '../catalog';
import { adminCategoriesQuery } from './api';
import { CategoryDialog } from './components/category-dialog';
import { categoryDrafts } from './model/category-draft';

interface KeptCategoryDraftsProps {
  categories: AdminCategory[];
  /** Takes the category whose draft is to be gone on with; null for one that is yet to be. */
  onRestore: (category: AdminCategory | null) => void;
}

/** What was being written when the session ended or the page was reloaded. */
function KeptCategoryDrafts({ categories, onRestore }: KeptCategoryDraftsProps) {
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

interface CategoryItemProps {
  category: AdminCategory;
  isDeleting: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

function CategoryItem({ category, isDeleting, onEdit, onDelete }: CategoryItemProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = localized(language, category.name, category.nameFr);
  const description = localized(language, category.description, category.descriptionFr);
  const created =
    category.createdAt &&
    new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(category.createdAt));
  return (
    <li className="flex flex-col rounded-xl border border-surface-line bg-surface-raised p-4">
      <div className="flex items-start gap-3">
        <CategoryIcon name={category.icon} className="mt-0.5 size-5 shrink-0 text-gold" />
        <h3 className="min-w-0 flex-1 wrap-anywhere font-bold font-sans">{name}</h3>
      </div>
      <p className="mt-1 mb-3 line-clamp-3 text-ivory-muted text-sm">
        {description?.trim() || t('admin.categories.noDescription')}
      </p>
      <p className="mt-auto text-sm tabular-nums">
        {t('admin.categories.nomineeCount', { count: category.artistCount })}
        {' · '}
        {t('admin.voteCount', { count: category.voteCount })}
      </p>
      <div className="flex flex-wrap items-center justify-end gap-1">
        <p className="mr-auto text-ivory-muted text-sm">
          {created
            ? t('admin.categories.created', { date: created })
            : t('admin.categories.unknownDate')}
        </p>
        <IconButton icon={Pencil} label={t('admin.edit', { name })} onClick={onEdit} />
        <DeleteButton name={name} isBusy={isDeleting} onClick={onDelete} />
      </div>
    </li>
  );
}

interface Edited {
  /** Null for one that is yet to be. */
  category: AdminCategory | null;
  /** Goes on with the draft that was kept. */
  isRestored?: boolean;
}

export function CategoriesTab() {
  const { t } = useTranslation();
  const categories = useQuery(adminCategoriesQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  /** What is in the dialog; null when it is closed. */
  const [edited, setEdited] = useState<Edited | null>(null);
  const deletion = useDeleteWithUndo('categories');
  const addButton = (text: string) => (
    <Button onClick={() => setEdited({ category: null })}>
      <Plus aria-hidden className="size-5" />
      {text}
    </Button>
  );
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="font-bold text-xl outline-none">
          {t('admin.dashboard.tab.categories')}
        </h2>
        {addButton(t('admin.categories.add'))}
      </div>
      {categories.data && !edited && (
        <KeptCategoryDrafts
          categories={categories.data}
          onRestore={(category) => setEdited({ category, isRestored: true })}
        />
      )}
      <QueryView query={categories}>
        {(all) =>
          all.length > 0 ? (
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-3">
              {all.map((category) => (
                <CategoryItem
                  key={category.id}
                  category={category}
                  isDeleting={deletion.isPending && deletion.variables === category.id}
                  onEdit={() => setEdited({ category })}
                  onDelete={() =>
                    // The button that had the focus is gone with its category.
                    deletion.mutate(category.id, { onSuccess: () => heading.current?.focus() })
                  }
                />
              ))}
            </ul>
          ) : (
            <EmptyState
              icon={<Tags aria-hidden />}
              heading={t('admin.categories.none.heading')}
              hint={t('admin.categories.none.hint')}
              action={addButton(t('admin.categories.none.add'))}
            />
          )
        }
      </QueryView>
      {edited && (
        <CategoryDialog
          category={edited.category}
          isRestored={edited.isRestored ?? false}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
