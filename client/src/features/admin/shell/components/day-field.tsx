import { useEffect, useId, useRef } from 'react';
import { DENSE_FIELD } from '#client/ui/fields/select-field';

/**
 * Updates the field when its value changes elsewhere, except while the user is typing an incomplete
 * value.
 */
export function useShown(value: string) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const field = input.current;
    if (field && field !== document.activeElement && field.value !== value) field.value = value;
  }, [value]);
  return input;
}

interface DayFieldProps {
  label: string;
  day: string;
  onPick: (day: string) => void;
}

/**
 * Holds its own text while a date is being typed: an incomplete date does not filter yet. On blur
 * it shows the date that is filtered by.
 */
export function DayField({ label, day, onPick }: DayFieldProps) {
  const id = useId();
  const input = useShown(day);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="font-semibold text-ivory-soft text-sm">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        type="date"
        min="2000-01-01"
        max="9999-12-30"
        defaultValue={day}
        onChange={({ target }) => onPick(target.value)}
        onBlur={({ target }) => {
          if (target.value !== day || target.validity.badInput) target.value = day;
        }}
        className={DENSE_FIELD}
      />
    </div>
  );
}
