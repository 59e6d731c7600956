import { clsx } from 'clsx';
import { useId } from 'react';

/**
 * Compact filter fields. Below 16 px Safari on iOS zooms into a field, so only wide screens use a
 * smaller size.
 */
export const DENSE_FIELD =
  'min-h-touch w-full min-w-0 rounded-lg border border-ivory-muted/70 bg-surface-raised px-3 py-1.5 text-base text-ivory md:text-sm';

interface SelectFieldProps<Choice extends string | number> {
  label: string;
  /** Compact, for many side by side, such as the filters above a table. */
  isDense?: boolean;
  /** True to show the label only to screen readers, when the options are self-explanatory. */
  isLabelHidden?: boolean;
  value: Choice;
  choices: readonly Choice[];
  textOf: (choice: Choice) => string;
  onChoose: (choice: Choice) => void;
  /** Id of the text that says what is wrong; undefined while nothing is. */
  errorId?: string | undefined;
}

/** A native select, which works with every keyboard, phone and screen reader. */
export function SelectField<Choice extends string | number>({
  label,
  isDense = false,
  isLabelHidden = false,
  value,
  choices,
  textOf,
  onChoose,
  errorId,
}: SelectFieldProps<Choice>) {
  const id = useId();
  return (
    <div className={clsx('flex min-w-0 flex-col', isDense ? 'gap-1' : 'gap-1.5')}>
      <label
        htmlFor={id}
        className={
          isLabelHidden
            ? 'sr-only'
            : clsx(
                'wrap-anywhere font-semibold',
                isDense ? 'text-ivory-soft text-sm' : 'text-ivory dense:text-sm',
              )
        }
      >
        {label}
      </label>
      <select
        id={id}
        value={value}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        onChange={({ target }) => {
          const chosen = choices.find((choice) => String(choice) === target.value);
          if (chosen !== undefined) onChoose(chosen);
        }}
        className={
          isDense
            ? DENSE_FIELD
            : 'min-h-12 w-full rounded-xl border border-ivory-muted/70 bg-surface px-3 py-1.5 text-base text-ivory dense:min-h-touch dense:rounded-lg dense:bg-surface-raised dense:text-sm'
        }
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {textOf(choice)}
          </option>
        ))}
      </select>
    </div>
  );
}
