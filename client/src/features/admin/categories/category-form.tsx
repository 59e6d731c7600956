import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminCategory } from '../../../../../shared/contracts/admin-catalog';
import { Button } from '../../../ui/button';
import {
  CATEGORY_FIELDS,
  type CategoryField,
  checkDraft,
  draftOf,
  type FieldProblems,
  withField,
} from './category-draft';
import { CategoryFields } from './category-fields';
import { CategoryPreview } from './category-preview';
import { ConflictNotice } from './conflict-notice';
import { type SaveConflict, useSaveCategory } from './use-save-category';

interface CategoryFormProps {
  /** Null to create one. */
  category: AdminCategory | null;
  onClose: () => void;
}

export function CategoryForm({ category, onClose }: CategoryFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => draftOf(category));
  const [version, setVersion] = useState(category?.version);
  const [problems, setProblems] = useState<FieldProblems>({});
  const [conflict, setConflict] = useState<SaveConflict | null>(null);
  const save = useSaveCategory({
    id: category?.id ?? null,
    onSaved: onClose,
    onConflict: setConflict,
  });

  const change = (field: CategoryField, value: string) => {
    setDraft((before) => withField(before, field, value));
    setProblems(({ [field]: _solved, ...others }) => others);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = checkDraft(draft);
    if ('input' in checked) return save.mutate({ ...checked.input, version });
    setProblems(checked.problems);
    const first = CATEGORY_FIELDS.find((field) => checked.problems[field]);
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  /** @param before the draft to go on with, over the version that is there now */
  const goOn = (theirs: AdminCategory, before = draft) => {
    setDraft(before);
    setVersion(theirs.version);
    setConflict(null);
  };

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {conflict && (
        <ConflictNotice
          conflict={conflict}
          onTakeTheirs={(theirs) => goOn(theirs, draftOf(theirs))}
          onKeepMine={goOn}
        />
      )}
      <CategoryFields draft={draft} problems={problems} onChange={change} />
      <CategoryPreview draft={draft} artistCount={category?.artistCount ?? 0} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          {t('admin.cancel')}
        </Button>
        <Button type="submit" isBusy={save.isPending} disabled={conflict !== null}>
          {t(category ? 'admin.categoryForm.update' : 'admin.categoryForm.create')}
        </Button>
      </div>
    </form>
  );
}
