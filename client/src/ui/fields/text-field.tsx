import { type ComponentProps, useId } from 'react';
import { cn } from '../../lib/cn';

interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Goes to the outer element; `className` goes to the input. */
  fieldClassName?: string;
}

export function TextField({
  label,
  hint,
  error,
  id,
  className,
  fieldClassName,
  ...input
}: TextFieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const hintId = `${inputId}-hint`;
  const errorId = `${inputId}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  return (
    <div className={cn('flex flex-col gap-1.5', fieldClassName)}>
      <label htmlFor={inputId} className="font-semibold text-ivory">
        {label}
      </label>
      <input
        {...input}
        id={inputId}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
        className={cn(
          // Below 16 px Safari on iOS zooms into the field.
          'min-h-12 w-full rounded-xl border border-ivory-muted/70 bg-surface px-4 py-2.5 text-base text-ivory',
          'placeholder:text-ivory-muted disabled:cursor-not-allowed disabled:opacity-55',
          error && 'border-alert',
          className,
        )}
      />
      {hint && (
        <p id={hintId} className="text-ivory-muted text-sm">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} role="alert" className="text-alert text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
