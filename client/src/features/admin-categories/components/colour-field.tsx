import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { TextField } from '#client/ui/fields/text-field';
import { DEFAULT_COLOUR } from '../model/category-draft';
import { isTooBright } from '../model/colour-contrast';

interface ColourFieldProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The browser's picker beside the value itself, which can be typed and pasted. */
export function ColourField({ value, error, onChange }: ColourFieldProps) {
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
        {isTooBright(value) && (
          <span className="flex items-start gap-1.5 text-alert">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {t('admin.categoryForm.tooBright')}
          </span>
        )}
      </p>
    </div>
  );
}
