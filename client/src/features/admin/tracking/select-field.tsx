import { useId } from 'react';
import { cn } from '../../../lib/cn';
import { FIELD } from './field-look';

interface SelectFieldProps<Value extends string | number> {
  label: string;
  value: Value | '';
  options: readonly { value: Value | ''; text: string }[];
  onChoose: (value: Value | '') => void;
  className?: string;
}

/** A choice of one, with its label above it. */
export function SelectField<Value extends string | number>({
  label,
  value,
  options,
  onChoose,
  className,
}: SelectFieldProps<Value>) {
  const id = useId();
  return (
    <div className={cn('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className="font-semibold text-ivory-soft text-sm">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => String(option.value) === target.value);
          if (chosen) onChoose(chosen.value);
        }}
        className={FIELD}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  );
}
