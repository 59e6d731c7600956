import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MissingGlyphs, PhotoField } from '#client/features/admin/drafts/index';
import { CategoryIcon } from '#client/features/catalog/index';
import { TextArea, TextField } from '#client/ui/fields/text-field';
import {
  CATEGORY_CHANGES,
  type CategoryDraft,
  type CategoryField,
  DEFAULT_COLOUR,
  problemOf,
} from '../model/category-draft';
import { isTooBright } from '../model/colour-contrast';

/** Suggestions; the field accepts any other icon that the site can draw. */
const ICONS = [
  'fa-trophy',
  'fa-medal',
  'fa-crown',
  'fa-star',
  'fa-gem',
  'fa-fire',
  'fa-microphone',
  'fa-music',
  'fa-guitar',
  'fa-drum',
  'fa-headphones',
  'fa-compact-disc',
  'fa-radio',
  'fa-video',
  'fa-film',
  'fa-camera',
  'fa-masks-theater',
  'fa-palette',
  'fa-book',
  'fa-users',
  'fa-heart',
  'fa-globe',
] as const;

interface IconPickerProps {
  chosen: string;
  onChoose: (icon: string) => void;
}

function IconPicker({ chosen, onChoose }: IconPickerProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{t('admin.categoryForm.iconChoice')}</legend>
      {ICONS.map((icon) => (
        <button
          key={icon}
          type="button"
          aria-label={t(`admin.categoryForm.icons.${icon}`)}
          data-tooltip={t(`admin.categoryForm.icons.${icon}`)}
          aria-pressed={icon === chosen}
          onClick={() => onChoose(icon)}
          className={clsx(
            'flex size-11 items-center justify-center rounded-lg border',
            icon === chosen
              ? 'border-gold bg-gold text-gold-ink'
              : 'border-surface-line hover:bg-surface-high',
          )}
        >
          <CategoryIcon name={icon} className="size-5" />
        </button>
      ))}
    </fieldset>
  );
}

/** A warning that blocks nothing. */
const Warning = ({ text }: { text: string }) => (
  <span className="flex items-start gap-1.5 text-alert">
    <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
    {text}
  </span>
);

interface ColourFieldProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The browser's colour picker beside the value, which can also be typed or pasted. */
function ColourField({ value, error, onChange }: ColourFieldProps) {
  const { t } = useTranslation();
  const isColour = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <div>
      <div className="flex items-start gap-2">
        <TextField
          name="backgroundColor"
          label={t('admin.categoryForm.backgroundColor')}
          value={value}
          error={error}
          maxLength={20}
          spellCheck={false}
          autoComplete="off"
          fieldClassName="flex-1"
          onChange={(event) => onChange(event.target.value)}
        />
        <input
          type="color"
          aria-label={t('admin.categoryForm.pickColour')}
          value={isColour ? value.toLowerCase() : DEFAULT_COLOUR.toLowerCase()}
          onChange={(event) => onChange(event.target.value)}
          className="mt-7.5 h-12 w-14 cursor-pointer rounded-xl border border-ivory-muted/70 bg-surface p-1"
        />
      </div>
      <p role="status" className="mt-1.5 text-sm">
        {isTooBright(value) && <Warning text={t('admin.categoryForm.tooBright')} />}
      </p>
    </div>
  );
}

interface CategoryFieldsProps {
  draft: CategoryDraft;
  /** Returns the kind of error at a field. */
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
        <div className="empty:hidden sm:col-span-2">
          <MissingGlyphs text={draft.name + draft.nameFr} />
        </div>
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
        <PhotoField
          formKey={CATEGORY_CHANGES}
          label={t('admin.categoryForm.backgroundImage')}
          addressLabel={t('admin.categoryForm.backgroundImageUrl')}
          value={draft.backgroundImageUrl}
          error={errorOf('backgroundImageUrl')}
          onChange={(address) => onChange('backgroundImageUrl', address)}
        />
        <ColourField
          value={draft.backgroundColor}
          error={errorOf('backgroundColor')}
          onChange={(value) => onChange('backgroundColor', value)}
        />
      </div>
    </>
  );
}
