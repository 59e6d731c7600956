import { useId } from 'react';
import { DENSE_FIELD } from './select-field';

interface DayFieldProps {
  label: string;
  initial: string;
  onPick: (day: string) => void;
}

/** Keeps its own text while a date is being typed: half a date is no filter yet. */
export function DayField({ label, initial, onPick }: DayFieldProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="font-semibold text-ivory-soft text-sm">
        {label}
      </label>
      <input
        id={id}
        type="date"
        min="2000-01-01"
        max="9999-12-30"
        defaultValue={initial}
        onChange={({ target }) => onPick(target.value)}
        className={DENSE_FIELD}
      />
    </div>
  );
}
