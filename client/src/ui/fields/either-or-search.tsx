import { Search } from 'lucide-react';
import { type ComponentProps, type FormEvent, useState } from 'react';
import { Button } from '../button';
import { TextField } from './text-field';

type SearchField = Omit<
  ComponentProps<typeof TextField>,
  'value' | 'onChange' | 'disabled' | 'fieldClassName'
>;

interface EitherOrSearchProps {
  text: SearchField;
  phone: Pick<SearchField, 'label' | 'placeholder' | 'hint' | 'error'>;
  /** The word between the two fields. */
  or: string;
  /** Explains why the other field is disabled. */
  closed: string;
  submitLabel: string;
  /** Initial value of the field. */
  initialText?: string;
  isSearching: boolean;
  /** Called with the trimmed input; at least one is empty. */
  onSearch: (text: string, phoneNumber: string) => void;
  onEdit?: () => void;
}

/**
 * Searches by a text or by phone, never both: typing in one field clears and disables the other.
 */
export function EitherOrSearch({
  text,
  phone,
  or,
  closed,
  submitLabel,
  initialText = '',
  isSearching,
  onSearch,
  onEdit,
}: EitherOrSearchProps) {
  const [typed, setTyped] = useState({ text: initialText, phoneNumber: '' });

  /** A disabled field stays a tab stop, with a description that explains why it is disabled. */
  const closedWhile = (isClosed: boolean, hint: string | undefined) =>
    isClosed ? { readOnly: true, 'aria-disabled': true, hint: closed } : { hint };
  const edit = (changed: typeof typed) => {
    setTyped(changed);
    onEdit?.();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed.text.trim(), typed.phoneNumber.trim());
  };

  return (
    <form
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-4 rounded-card border border-surface-line bg-surface-raised p-5 sm:p-6"
    >
      <div className="flex flex-col gap-3 sm:flex-row sm:gap-5">
        <TextField
          {...text}
          fieldClassName="flex-1"
          {...closedWhile(typed.phoneNumber !== '', text.hint)}
          value={typed.text}
          onChange={({ target }) => edit({ text: target.value, phoneNumber: '' })}
        />
        <p className="self-center text-ivory-muted text-sm sm:mt-11 sm:self-start">{or}</p>
        <TextField
          {...phone}
          // No `maxLength`: the browser would truncate a pasted number, and another number would be
          // searched for.
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          fieldClassName="flex-1"
          {...closedWhile(typed.text !== '', phone.hint)}
          value={typed.phoneNumber}
          onChange={({ target }) => edit({ text: '', phoneNumber: target.value })}
        />
      </div>
      <Button type="submit" size="lg" isBusy={isSearching} className="sm:self-end">
        {!isSearching && <Search aria-hidden className="size-5" />}
        {submitLabel}
      </Button>
    </form>
  );
}
