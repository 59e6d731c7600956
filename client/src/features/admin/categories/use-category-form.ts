import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusedFields, UPLOADS, useDraftForm } from '#client/features/admin/drafts/index';
import { useRefreshCatalog } from '#client/features/admin/shell/index';
import { useAdminMutation } from '#client/features/auth/index';
import { ApiError, call } from '#client/lib/api/request';
import { toast, toastError } from '#client/ui/overlay/toast';
import type { AdminCategory, CategoryInput } from '#shared/contracts/admin-catalog';
import { adminCategoriesQuery } from './api';
import {
  CATEGORY_CHANGES,
  type CategoryField,
  categoryDrafts,
  categoryField,
  categoryResolver,
  draftOf,
  frenchAfter,
  isSameDraft,
} from './model/category-draft';

/**
 * Another administrator deleted or changed the category while this form was open, or the name looks
 * like that of another category.
 */
export type SaveConflict =
  | { kind: 'deleted' }
  | { kind: 'changed'; theirs: AdminCategory }
  | { kind: 'looksAlike'; other: AdminCategory };

interface SaveCategoryOptions {
  /** Null to create a category. */
  id: string | null;
  onSaved: () => void;
  onConflict: (conflict: SaveConflict) => void;
  /** Called with the paths of the fields that the server rejects. */
  onRefused: (paths: string[]) => void;
}

function useSaveCategory({ id, onSaved, onConflict, onRefused }: SaveCategoryOptions) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const refresh = useRefreshCatalog();

  /** Null when the failure was not a conflict. */
  async function findConflict(error: Error): Promise<SaveConflict | null> {
    if (!(error instanceof ApiError) || ![404, 409].includes(error.status)) return null;
    const list = await queryClient.fetchQuery({ ...adminCategoriesQuery, staleTime: 0 });
    if (error.code === 'looks-alike') {
      const other = list.find((category) => category.id === error.body.lookAlike?.id);
      return other ? { kind: 'looksAlike', other } : null;
    }
    if (!id) return null;
    const theirs = list.find((category) => category.id === id);
    return theirs ? { kind: 'changed', theirs } : { kind: 'deleted' };
  }

  return useAdminMutation({
    mutationKey: [CATEGORY_CHANGES],
    mutationFn: (input: CategoryInput) =>
      id
        ? call('PUT /api/admin/categories/:id', { params: { id }, body: input })
        : call('POST /api/admin/categories', { body: input }),
    onSuccess: () => {
      toast({ title: t(id ? 'admin.categories.updated' : 'admin.categories.createdToast') });
      onSaved();
      return refresh();
    },
    onError: async (error) => {
      const conflict = await findConflict(error).catch(() => null);
      if (conflict) return onConflict(conflict);
      onRefused(refusedFields(error));
      toastError(
        t('admin.error'),
        t(id ? 'admin.categories.updateFailed' : 'admin.categories.createFailed'),
      );
    },
  });
}

interface CategoryFormOptions {
  /** Null to create a category. */
  category: AdminCategory | null;
  /** True when a stored draft is resumed. */
  isRestored: boolean;
  onClose: () => void;
}

export type CategoryFormState = ReturnType<typeof useCategoryForm>;

const storedFrom = (category: AdminCategory | null) => ({
  draft: draftOf(category),
  version: category?.version ?? null,
});

/** Manages the draft of a category, its errors, and leaving its dialog. */
export function useCategoryForm({ category, isRestored, onClose }: CategoryFormOptions) {
  const id = category?.id ?? null;
  const form = useDraftForm({
    storage: categoryDrafts,
    id,
    stored: storedFrom(category),
    isSame: isSameDraft,
    resolver: categoryResolver,
    reValidateMode: 'onSubmit',
    isRestored,
    mutationKey: CATEGORY_CHANGES,
    onClose,
  });
  const { draft, guard } = form;
  const isUploading = useIsMutating({ mutationKey: [CATEGORY_CHANGES, UPLOADS] }) > 0;
  const [conflict, setConflict] = useState<SaveConflict | null>(null);
  /** Ids of categories that look alike, and beside which this one is wanted. */
  const [besides, setBesides] = useState<string[]>([]);
  const close = () => {
    form.forget();
    guard.goBack();
  };
  const save = useSaveCategory({
    id,
    onSaved: close,
    onConflict: setConflict,
    onRefused: (paths) =>
      form.refuse(categoryField.options.filter((field) => paths.includes(field))),
  });

  const submit = (confirmed = besides) =>
    form.submit((input, version) => save.mutate({ ...input, version, besides: confirmed }));

  return {
    ...form,
    conflict,
    isUploading,
    isSaving: save.isPending,
    /** Closes the dialog, after a confirmation when changes would be lost. */
    cancel: () => (form.isDirty ? guard.askToGoBack() : close()),
    change(field: CategoryField, value: string) {
      const french = frenchAfter(draft, field, value);
      form.change(field, value);
      if (conflict?.kind === 'looksAlike') setConflict(null);
      if (french) form.change(french.field, french.text);
    },
    submit: () => submit(),
    saveBeside(other: AdminCategory) {
      const confirmed = [...besides, other.id];
      setBesides(confirmed);
      setConflict(null);
      void submit(confirmed);
    },
    takeTheirs(theirs: AdminCategory) {
      form.replaceWith(storedFrom(theirs));
      setConflict(null);
    },
    keepMine(theirs: AdminCategory) {
      form.rebaseOn(storedFrom(theirs));
      setConflict(null);
    },
  };
}
