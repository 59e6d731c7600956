import { useState } from 'react';
import type { AdminCategory } from '#shared/contracts/admin-catalog';
import { useDraft, useIsSignedOut, useLeaveGuard } from '../admin-drafts';
import {
  type CategoryField,
  categoryDrafts,
  checkDraft,
  draftOf,
  type FieldProblems,
  isSameDraft,
  withField,
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
  const form = useDraft({
    keeper: categoryDrafts,
    id: category?.id ?? null,
    stored: storedFrom(category),
    isSame: isSameDraft,
    isRestored,
  });
  const { draft, setDraft, version, isDirty } = form;
  const [problems, setProblems] = useState<FieldProblems>({});
  const [refusals, setRefusals] = useState(0);
  const [conflict, setConflict] = useState<SaveConflict | null>(null);
  const isSignedOut = useIsSignedOut(CATEGORY_CHANGES);
  const guard = useLeaveGuard(isDirty && !isSignedOut, onClose);

  const refuse = (found: FieldProblems) => {
    setProblems(found);
    setRefusals((count) => count + 1);
  };
  const close = () => {
    form.forget();
    guard.goBack();
  };
  const save = useSaveCategory({
    id: category?.id ?? null,
    onSaved: close,
    onConflict: setConflict,
    onRefused: refuse,
  });

  return {
    draft,
    problems,
    /** How often problems were found: each time, the first is where to go on. */
    refusals,
    conflict,
    offer: form.hasOffer ? { restore: form.restore, discard: form.discardOffer } : null,
    isSaving: save.isPending,
    isAskingToLeave: guard.isAsking,
    stay: guard.stay,
    leave() {
      form.forget();
      guard.leave();
    },
    /** Closes the dialog, after a question where something would be lost. */
    cancel: () => (isDirty ? guard.askToGoBack() : close()),
    change(field: CategoryField, value: string) {
      setDraft((before) => withField(before, field, value));
      setProblems(({ [field]: _solved, ...others }) => others);
    },
    submit() {
      const checked = checkDraft(draft);
      if ('input' in checked) save.mutate({ ...checked.input, version: version ?? undefined });
      else refuse(checked.problems);
    },
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
