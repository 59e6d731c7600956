import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** The label and the space around the box can be pressed; the box itself is at the edge. */
export function Checkbox({ label, checked, disabled = false, onChange }: CheckboxProps) {
  return (
    <label
      className={clsx(
        '-ml-2.5 flex min-h-touch min-w-0 items-center',
        disabled && 'text-ivory-muted',
      )}
    >
      <input
        type="checkbox"
        className="grid size-(--control) shrink-0 appearance-none place-items-center text-gold-ink before:grid before:size-[1.5rem] before:place-items-center before:rounded-md before:border-2 before:border-ivory-muted before:content-[''] checked:before:border-gold checked:before:bg-gold checked:before:content-['✓']"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
