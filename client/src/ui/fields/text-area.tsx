import { type ComponentProps, useId } from 'react';
import { cn } from '../../lib/cn';

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  error?: string | undefined;
}

/** A text of several lines, which grows with what is written. */
export function TextArea({ label, error, className, ...area }: TextAreaProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold text-ivory">
        {label}
      </label>
      <textarea
        rows={3}
        {...area}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        className={cn(
          'field-sizing-content max-h-96 min-h-24 w-full rounded-xl border border-ivory-muted/70 bg-surface px-4 py-2.5 text-base text-ivory placeholder:text-ivory-muted',
          error && 'border-alert',
          className,
        )}
      />
      {error && (
        <p id={errorId} role="alert" className="text-alert text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
