import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';

interface FieldTexts {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

interface FieldProps extends FieldTexts {
  id: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A control with its label above, and its hint and its error below. */
const Field = ({ id, label, hint, error, className, children }: FieldProps) => (
  <div className={clsx('flex flex-col gap-1.5', className)}>
    <label htmlFor={id} className="wrap-anywhere font-semibold text-ivory dense:text-sm">
      {label}
    </label>
    {children}
    {hint && (
      <p id={`${id}-hint`} className="text-ivory-muted text-sm">
        {hint}
      </p>
    )}
    {error && (
      <p id={`${id}-error`} role="alert" className="text-alert text-sm">
        {error}
      </p>
    )}
  </div>
);

/** Attributes that connect a control with its texts. Below 16 px Safari on iOS zooms into it. */
const controlProps = (id: string, { hint, error }: Omit<FieldTexts, 'label'>) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby':
    [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
});

const controlClasses = (error: string | undefined, ...classes: (string | undefined)[]) =>
  clsx(
    'w-full rounded-xl border base:border-ivory-muted/70 bg-surface px-4 py-2.5 text-base text-ivory placeholder:text-ivory-muted dense:rounded-lg dense:bg-surface-raised dense:px-3 dense:py-1.5 dense:text-sm',
    error && 'border-alert',
    ...classes,
  );

interface TextFieldProps extends ComponentProps<'input'>, FieldTexts {
  /** Applied to the outer element; `className` is applied to the input. */
  fieldClassName?: string;
}

export function TextField({
  label,
  hint,
  error,
  id,
  className,
  fieldClassName,
  required,
  ...input
}: TextFieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  return (
    <Field id={inputId} label={label} hint={hint} error={error} className={fieldClassName}>
      <input
        {...input}
        // The `required` attribute would make Firefox mark an untouched field as invalid.
        aria-required={required}
        {...controlProps(inputId, { hint, error })}
        className={controlClasses(
          error,
          'min-h-12 dense:min-h-touch disabled:cursor-not-allowed aria-disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:opacity-55',
          className,
        )}
      />
    </Field>
  );
}

/** A field of several lines that grows with its content. */
export function TextArea({ label, error, ...area }: ComponentProps<'textarea'> & FieldTexts) {
  const id = useId();
  return (
    <Field id={id} label={label} error={error}>
      <textarea
        rows={3}
        {...area}
        {...controlProps(id, { error })}
        className={controlClasses(error, 'field-sizing-content max-h-96 min-h-24')}
      />
    </Field>
  );
}
