import { useQuery } from '@tanstack/react-query';
import { Plus, SearchX, Tags } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeletedList } from '#client/features/admin/catalog/index';
import { DraftOffer } from '#client/features/admin/drafts/index';
import { QueryView, SelectField, useDeleteWithUndo } from '#client/features/admin/shell/index';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { EmptyState } from '#client/ui/empty-state';
import type { AdminCategory } from '#shared/contracts/admin-catalog';
import { localized } from '#shared/domain/localized';
import { adminCategoriesQuery } from './api';
import { CategoryDialog } from './components/category-dialog';
import { CategoryItem, isFrenchMissing } from './components/category-item';
import { categoryDrafts } from './model/category-draft';
import { useCategoryOrder } from './use-category-order';
import { movedTo, useDragOrder } from './use-drag-order';

interface StoredCategoryDraftsProps {
  categories: AdminCategory[];
  /** Called with the category whose draft to resume; null for a new one. */
  onRestore: (category: AdminCategory | null) => void;
}

/** Drafts left from an ended session or a reloaded page. */
function StoredCategoryDrafts({ categories, onRestore }: StoredCategoryDraftsProps) {
  const { t } = useTranslation();
  const [drafts, setDrafts] = useState(categoryDrafts.list);
  if (drafts.length === 0) return null;
  return (
    <ul className="mb-4 flex flex-col gap-2">
      {drafts.map((stored) => {
        const { id, draft } = stored;
        const category = categories.find((candidate) => candidate.id === id) ?? null;
        const isGone = id !== null && category === null;
        const name = draft.name.trim() || t('admin.categories.draft.unnamed');
        const restore = () => {
          if (isGone) {
            // The draft's category no longer exists.
            categoryDrafts.forget(id);
            categoryDrafts.save({ id: null, draft, version: null });
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

const SHOWN = ['all', 'hidden', 'french', 'deleted'] as const;
type Shown = (typeof SHOWN)[number];

const MATCHES: Record<Exclude<Shown, 'deleted'>, (category: AdminCategory) => boolean> = {
  all: () => true,
  hidden: ({ isHidden }) => isHidden,
  french: isFrenchMissing,
};

interface CategoryGridProps {
  categories: AdminCategory[];
  /** True when the list is complete: an incomplete one has no order to change. */
  isComplete: boolean;
  deletingId: string | null;
  onEdit: (category: AdminCategory) => void;
  onDelete: (category: AdminCategory) => void;
}

/** Shows the categories in the order that visitors see, which can be changed here. */
function CategoryGrid({ categories, isComplete, deletingId, onEdit, onDelete }: CategoryGridProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const saveOrder = useCategoryOrder();
  const [openId, setOpenId] = useState<string | null>(null);
  const [movedId, setMovedId] = useState<string | null>(null);
  const saveMove = (id: string, order: string[]) => {
    setMovedId(id);
    saveOrder(order);
  };
  const all = categories.map(({ id }) => id);
  const drag = useDragOrder(all, saveMove);
  const byId = new Map(categories.map((category) => [category.id, category]));
  const moved = movedId === null ? undefined : byId.get(movedId);
  return (
    <>
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,28rem),1fr))] gap-2">
        {drag.ids.flatMap((id, place) => {
          const category = byId.get(id);
          if (!category) return [];
          return (
            <CategoryItem
              key={id}
              category={category}
              isDeleting={id === deletingId}
              isDragged={id === drag.draggedId}
              move={
                isComplete
                  ? {
                      isOpen: id === openId,
                      isAfterDrag: drag.hasDragged,
                      onToggle: () => setOpenId(id === openId ? null : id),
                      onPress: (event) => drag.start(id, event),
                      onMove: (by) => {
                        const to = Math.min(Math.max(place + by, 0), all.length - 1);
                        if (to !== place) saveMove(id, movedTo(all, id, to));
                      },
                    }
                  : null
              }
              onEdit={() => onEdit(category)}
              onDelete={() => onDelete(category)}
            />
          );
        })}
      </ol>
      <p role="status" className="sr-only">
        {moved &&
          t('admin.categories.move.done', {
            name: localized(language, moved.name, moved.nameFr),
            place: all.indexOf(moved.id) + 1,
            total: all.length,
          })}
      </p>
    </>
  );
}

interface Edited {
  /** Null for a new category. */
  category: AdminCategory | null;
  /** True when a stored draft is resumed. */
  isRestored?: boolean;
}

export function CategoriesTab() {
  const { t } = useTranslation();
  const categories = useQuery(adminCategoriesQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  /** The category in the dialog; null when it is closed. */
  const [edited, setEdited] = useState<Edited | null>(null);
  const [shown, setShown] = useState<Shown>('all');
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
        <div className="flex flex-wrap items-end gap-2 max-sm:w-full max-sm:*:grow">
          <SelectField
            isDense
            isLabelHidden
            label={t('admin.catalog.show')}
            value={shown}
            choices={SHOWN}
            textOf={(one) =>
              one === 'all' ? t('admin.categories.all') : t(`admin.catalog.shown.${one}`)
            }
            onChoose={setShown}
          />
          {addButton(t('admin.categories.add'))}
        </div>
      </div>
      {categories.data && !edited && (
        <StoredCategoryDrafts
          categories={categories.data}
          onRestore={(category) => setEdited({ category, isRestored: true })}
        />
      )}
      <QueryView query={categories}>
        {(all) => {
          if (all.length === 0) {
            return (
              <>
                <EmptyState
                  icon={<Tags aria-hidden />}
                  heading={t('admin.categories.none.heading')}
                  hint={t('admin.categories.none.hint')}
                  action={addButton(t('admin.categories.none.add'))}
                />
                <DeletedList kinds={['categories']} isQuiet />
              </>
            );
          }
          if (shown === 'deleted') return <DeletedList kinds={['categories']} />;
          const found = all.filter(MATCHES[shown]);
          return found.length > 0 ? (
            <CategoryGrid
              categories={found}
              isComplete={shown === 'all'}
              deletingId={deletion.isPending ? deletion.variables.id : null}
              onEdit={(category) => setEdited({ category })}
              onDelete={({ id, voteCount }) =>
                deletion.mutate(
                  { id, voteCount },
                  // The focused button disappeared with its category.
                  { onSuccess: () => heading.current?.focus() },
                )
              }
            />
          ) : (
            <EmptyState
              icon={<SearchX aria-hidden />}
              heading={t('admin.categories.notFound.heading')}
              hint={t('admin.categories.notFound.hint')}
              action={
                <Button onClick={() => setShown('all')}>
                  {t('admin.categories.notFound.clear')}
                </Button>
              }
            />
          );
        }}
      </QueryView>
      {edited && (
        <CategoryDialog
          key={edited.category?.id}
          category={edited.category}
          isRestored={edited.isRestored ?? false}
          onClose={() => setEdited(null)}
          onOpen={(category) => setEdited({ category })}
        />
      )}
    </>
  );
}
