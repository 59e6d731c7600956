import { type ComponentProps, useId } from 'react';

interface SelectFieldProps extends ComponentProps<'select'> {
  label: string;
}

/** The browser's own list, which every keyboard, phone and screen reader knows. */
export function SelectField({ label, children, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold text-ivory">
        {label}
      </label>
      <select
        {...select}
        id={id}
        className="min-h-12 w-full rounded-xl border border-ivory-muted/70 bg-stage px-3 py-2 text-base text-ivory"
      >
        {children}
      </select>
    </div>
  );
}
