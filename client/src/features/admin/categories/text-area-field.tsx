import { type ComponentProps, useId } from 'react';
import { cn } from '../../../lib/cn';

interface TextAreaFieldProps extends ComponentProps<'textarea'> {
  label: string;
  error: string | undefined;
}

export function TextAreaField({ label, error, ...textarea }: TextAreaFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold text-ivory">
        {label}
      </label>
      <textarea
        {...textarea}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={cn(
          'min-h-24 w-full rounded-xl border border-ivory-muted/70 bg-stage px-4 py-2.5 text-base text-ivory',
          error && 'border-alert',
        )}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="text-alert text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
