import { useEffect, useId, useRef } from 'react';
import { DENSE_FIELD } from '#client/ui/fields/select-field';

/** What changes elsewhere is shown in a field, unless somebody is typing there: half of it is there. */
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
 * Keeps its own text while a date is being typed: half a date is no filter yet. Left, it says again what
 * is filtered by.
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
