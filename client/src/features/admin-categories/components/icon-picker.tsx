import { useTranslation } from 'react-i18next';
import { cn } from '#client/lib/cn';
import { CategoryIcon } from '../../catalog';

/** A choice; any other that the site can draw may be written into the field. */
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

export function IconPicker({ chosen, onChoose }: IconPickerProps) {
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
          className={cn(
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
