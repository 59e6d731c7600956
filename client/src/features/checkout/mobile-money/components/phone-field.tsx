import { clsx } from 'clsx';
import {
  type ClipboardEvent,
  type MouseEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#client/ui/fields/checkbox';
import { normalizePhone } from '#shared/domain/phone';
import { forgetSavedNumber, savedNumber } from '../../model/saved-payer';
import { caretAt, editPhone, PHONE_LENGTH, wholeNumberIn } from '../model/phone-entry';
import { OperatorHint } from './operator-hint';

interface PhoneBoxesProps {
  digits: string;
  selection: { start: number; end: number } | null;
  isInvalid: boolean;
}

const POSITIONS = Array.from({ length: PHONE_LENGTH }, (_, position) => position);

/** The drawing of the phone field; the caret is the box that the next digit goes into. */
function PhoneBoxes({ digits, selection, isInvalid }: PhoneBoxesProps) {
  const isMarked = (position: number): boolean => {
    if (!selection) return false;
    const { start, end } = selection;
    if (start !== end) return position >= start && position < end;
    return position === Math.min(start, PHONE_LENGTH - 1);
  };
  const borderOf = (position: number) => {
    if (isMarked(position)) return 'border-gold-bright outline-2 outline-gold-bright';
    if (isInvalid) return 'border-alert';
    return digits[position] ? 'border-ivory-muted' : 'border-ivory-muted/70';
  };

  return (
    <div aria-hidden className="grid grid-cols-9 gap-1 sm:gap-2">
      {POSITIONS.map((position) => (
        <span
          key={position}
          className={clsx(
            'flex h-13 min-w-0 items-center justify-center rounded-lg border font-bold font-display text-[min(1.25rem,5.6vw)] tabular-nums sm:text-2xl',
            digits[position] ? 'bg-surface-high' : 'bg-surface',
            borderOf(position),
          )}
        >
          {digits[position]}
        </span>
      ))}
    </div>
  );
}

/** Says where the number comes from: on a phone that is lent, its owner may want it gone. */
function SavedNumberNote({ onForget }: { onForget: () => void }) {
  const { t } = useTranslation();
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-ivory-soft text-sm">
      {t('checkout.mobileMoney.phone.saved')}
      <button
        type="button"
        onClick={onForget}
        className="min-h-touch font-semibold text-gold underline underline-offset-4 hover:text-gold-bright"
      >
        {t('checkout.mobileMoney.phone.forgetSaved')}
      </button>
    </p>
  );
}

interface PhoneFieldProps {
  digits: string;
  onChange: (digits: string) => void;
  /** Whether the number is to be filled in next time. */
  isKept: boolean;
  onKeep: (isKept: boolean) => void;
}

/**
 * Nine boxes to the eye; one field to the keyboard, autofill, paste and screen readers. The input
 * lies invisible over the boxes, which draw its digits, its caret and its selection.
 */
export function PhoneField({ digits, onChange, isKept, onKeep }: PhoneFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  /** Null while the field has no focus. */
  const [selection, setSelection] = useState<{ start: number; end: number } | null>(null);
  const [saved, setSaved] = useState(savedNumber);
  const isImpossible = digits.length === PHONE_LENGTH && normalizePhone(digits) === null;

  // An edit that was corrected would otherwise leave the browser's caret at the end.
  useLayoutEffect(() => {
    if (selection) input.current?.setSelectionRange(selection.start, selection.end);
  }, [selection]);

  const showEdit = (edited: string, caret: number) => {
    onChange(edited);
    setSelection({ start: caret, end: caret });
  };

  const forgetSaved = () => {
    forgetSavedNumber();
    setSaved(null);
    showEdit('', 0);
    input.current?.focus();
  };

  const paste = (event: ClipboardEvent) => {
    const number = wholeNumberIn(event.clipboardData.getData('text'));
    if (number === null) return; // part of a number: the browser inserts it
    event.preventDefault();
    showEdit(number, number.length);
  };

  const pointAtBox = ({ currentTarget, clientX }: MouseEvent<HTMLInputElement>) => {
    if (currentTarget.selectionStart !== currentTarget.selectionEnd) return;
    const { left, width } = currentTarget.getBoundingClientRect();
    const caret = caretAt((clientX - left) / width, digits);
    setSelection({ start: caret, end: caret });
  };

  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="font-semibold">
        {t('checkout.mobileMoney.phone.label')}
      </label>
      <div className="relative">
        <PhoneBoxes digits={digits} selection={selection} isInvalid={isImpossible} />
        <input
          ref={input}
          id={id}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          // Room for a number pasted or filled in with its country code and spaces.
          maxLength={40}
          value={digits}
          aria-describedby={`${id}-hint ${id}-operator`}
          aria-invalid={isImpossible || undefined}
          onChange={({ target: { value, selectionStart } }) => {
            const edit = editPhone(value, selectionStart ?? value.length);
            showEdit(edit.digits, edit.caret);
          }}
          onPaste={paste}
          onClick={pointAtBox}
          onSelect={({ currentTarget: { selectionStart, selectionEnd } }) =>
            setSelection({ start: selectionStart ?? 0, end: selectionEnd ?? 0 })
          }
          onBlur={() => setSelection(null)}
          className="absolute inset-0 size-full cursor-text text-base opacity-0"
        />
      </div>
      <p id={`${id}-hint`} className="text-ivory-muted text-sm">
        {t('checkout.mobileMoney.phone.hint')}
      </p>
      <div id={`${id}-operator`} role="status">
        {isImpossible ? (
          <p className="text-alert text-sm">{t('checkout.mobileMoney.phone.notMobile')}</p>
        ) : (
          <OperatorHint digits={digits} />
        )}
      </div>
      {saved !== null && digits === saved ? (
        <SavedNumberNote onForget={forgetSaved} />
      ) : (
        <Checkbox label={t('checkout.mobileMoney.phone.keep')} checked={isKept} onChange={onKeep} />
      )}
    </div>
  );
}
