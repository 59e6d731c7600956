import { type ComponentProps, useId } from 'react';
import { cn } from '#client/lib/cn';

/** Fields of filters, packed closely. Below 16 px Safari on iOS zooms into a field, so only wide screens have it smaller. */
export const DENSE_FIELD =
  'min-h-touch w-full min-w-0 rounded-lg border border-ivory-muted bg-surface-raised px-3 py-1.5 text-base text-ivory md:text-sm';

interface SelectFieldProps extends ComponentProps<'select'> {
  label: string;
  /** Smaller, for many side by side, such as the filters above a table. */
  isDense?: boolean;
}

/** The browser's own list, which every keyboard, phone and screen reader knows. */
export function SelectField({ label, isDense = false, children, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={cn('flex min-w-0 flex-col', isDense ? 'gap-1' : 'gap-1.5')}>
      <label
        htmlFor={id}
        className={cn('font-semibold', isDense ? 'text-ivory-soft text-sm' : 'text-ivory')}
      >
        {label}
      </label>
      <select
        {...select}
        id={id}
        className={
          isDense
            ? DENSE_FIELD
            : 'min-h-12 w-full rounded-xl border border-ivory-muted/70 bg-surface px-3 py-2 text-base text-ivory'
        }
      >
        {children}
      </select>
    </div>
  );
}
