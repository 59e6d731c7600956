import { useState } from 'react';
import type { AdminCategory } from '#shared/contracts/admin-catalog';
import { useDraftForm } from '../admin-drafts';
import {
  type CategoryField,
  categoryDrafts,
  categoryField,
  categoryResolver,
  draftOf,
  frenchAfter,
  isSameDraft,
} from './model/category-draft';
import { CATEGORY_CHANGES, type SaveConflict, useSaveCategory } from './use-save-category';

interface CategoryFormOptions {
  /** Null to create one. */
  category: AdminCategory | null;
  /** Goes on with the draft that was kept. */
  isRestored: boolean;
  onClose: () => void;
}

export type CategoryFormState = ReturnType<typeof useCategoryForm>;

const storedFrom = (category: AdminCategory | null) => ({
  draft: draftOf(category),
  version: category?.version ?? null,
});

/** The draft of a category, what is wrong with it, and the ways out of its dialog. */
export function useCategoryForm({ category, isRestored, onClose }: CategoryFormOptions) {
  const id = category?.id ?? null;
  const form = useDraftForm({
    keeper: categoryDrafts,
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
  const [conflict, setConflict] = useState<SaveConflict | null>(null);
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

  return {
    ...form,
    conflict,
    isSaving: save.isPending,
    /** Closes the dialog, after a question where something would be lost. */
    cancel: () => (form.isDirty ? guard.askToGoBack() : close()),
    change(field: CategoryField, value: string) {
      const french = frenchAfter(draft, field, value);
      form.change(field, value);
      if (french) form.change(french.field, french.text);
    },
    submit: () => form.submit((input, version) => save.mutate({ ...input, version })),
    takeTheirs(theirs: AdminCategory) {
      form.takeOver(storedFrom(theirs));
      setConflict(null);
    },
    keepMine(theirs: AdminCategory) {
      form.goOnOver(storedFrom(theirs));
      setConflict(null);
    },
  };
}
