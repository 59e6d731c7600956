import { useTranslation } from 'react-i18next';
import { TextArea, TextField } from '#client/ui/fields/text-field';
import { CategoryIcon } from '../../catalog';
import { type CategoryDraft, type CategoryField, problemOf } from '../model/category-draft';
import { ColourField } from './colour-field';
import { IconPicker } from './icon-picker';

interface CategoryFieldsProps {
  draft: CategoryDraft;
  /** The kind of error at a field. */
  errorAt: (field: CategoryField) => string | undefined;
  onChange: (field: CategoryField, value: string) => void;
}

export function CategoryFields({ draft, errorAt, onChange }: CategoryFieldsProps) {
  const { t } = useTranslation();
  const errorOf = (field: CategoryField) => {
    const error = errorAt(field);
    return error && t(`admin.categoryForm.problem.${problemOf(field, error)}`);
  };
  const field = (name: CategoryField) => ({
    name,
    label: t(`admin.categoryForm.${name}`),
    value: draft[name],
    error: errorOf(name),
    onChange: ({ target }: { target: { value: string } }) => onChange(name, target.value),
  });
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField {...field('name')} required lang="en" autoComplete="off" />
        <TextField
          {...field('nameFr')}
          lang="fr"
          autoComplete="off"
          hint={t('admin.categoryForm.frenchHint')}
        />
        <TextArea {...field('description')} lang="en" />
        <TextArea {...field('descriptionFr')} lang="fr" />
      </div>
      <div className="flex flex-col gap-2">
        <div className="flex items-start gap-3">
          <span
            aria-hidden
            className="mt-7.5 flex size-12 shrink-0 items-center justify-center rounded-xl bg-surface-high text-gold"
          >
            <CategoryIcon name={draft.icon} className="size-6" />
          </span>
          <TextField
            {...field('icon')}
            spellCheck={false}
            autoComplete="off"
            fieldClassName="flex-1"
          />
        </div>
        <IconPicker chosen={draft.icon} onChoose={(icon) => onChange('icon', icon)} />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField {...field('backgroundImageUrl')} inputMode="url" autoComplete="off" />
        <ColourField
          value={draft.backgroundColor}
          error={errorOf('backgroundColor')}
          onChange={(value) => onChange('backgroundColor', value)}
        />
      </div>
    </>
  );
}
