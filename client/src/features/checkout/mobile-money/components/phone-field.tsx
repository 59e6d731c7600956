import { clsx } from 'clsx';
import {
  type ClipboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#client/ui/fields/checkbox';
import { normalizePhone } from '#shared/domain/phone';
import { forgetSavedNumber, savedNumber } from '../../model/saved-payer';
import { caretAt, editPhone, PHONE_LENGTH, type PhoneEdit } from '../model/phone-entry';

interface PhoneBoxesProps {
  digits: string;
  selection: { start: number; end: number } | null;
  isInvalid: boolean;
}

/**
 * Draws the phone field; the caret is the box of the next digit. A surplus digit gets a box of its
 * own, so that it is seen and can be removed.
 */
function PhoneBoxes({ digits, selection, isInvalid }: PhoneBoxesProps) {
  const length = Math.max(PHONE_LENGTH, digits.length);
  const isMarked = (position: number): boolean => {
    if (!selection) return false;
    const { start, end } = selection;
    if (start !== end) return position >= start && position < end;
    return position === Math.min(start, length - 1);
  };
  const borderOf = (position: number) => {
    if (isMarked(position)) return 'border-gold-bright outline-2 outline-gold-bright';
    if (isInvalid) return 'border-alert';
    return digits[position] ? 'border-ivory-muted' : 'border-ivory-muted/70';
  };

  return (
    <div aria-hidden className="flex gap-1 sm:gap-2">
      {Array.from({ length }, (_, position) => position).map((position) => (
        <span
          key={position}
          className={clsx(
            'flex h-13 min-w-0 flex-1 items-center justify-center rounded-lg border font-bold font-display text-[min(1.25rem,5.6vw)] tabular-nums sm:text-2xl',
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

/**
 * Says that the number was saved on this device: on a shared phone its owner may want to delete it.
 */
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

/** Returns what is wrong with the digits so far. */
function problemOf(digits: string): 'tooLong' | 'notMobile' | null {
  if (digits.length > PHONE_LENGTH) return 'tooLong';
  return digits.length === PHONE_LENGTH && normalizePhone(digits) === null ? 'notMobile' : null;
}

interface PhoneFieldProps {
  ref: Ref<HTMLInputElement>;
  digits: string;
  /** True when a payment was tried with digits missing. */
  isIncomplete: boolean;
  onChange: (digits: string) => void;
  /** True when the number is to be saved for next time. */
  isKept: boolean;
  onKeep: (isKept: boolean) => void;
  /** About the operator of the number. */
  hint: ReactNode;
}

/**
 * Looks like nine boxes, but is one field for the keyboard, autofill, paste and screen readers. The
 * invisible input covers the boxes, which draw its digits, its caret and its selection.
 */
export function PhoneField({
  ref,
  digits,
  isIncomplete,
  onChange,
  isKept,
  onKeep,
  hint,
}: PhoneFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current);
  /** Null while the field has no focus. */
  const [selection, setSelection] = useState<{ start: number; end: number } | null>(null);
  const [saved, setSaved] = useState(savedNumber);
  const [isRefused, setIsRefused] = useState(false);
  const problem = isRefused ? 'notWhole' : problemOf(digits);

  // Otherwise the browser's caret would be at the end after a corrected edit.
  useLayoutEffect(() => {
    if (selection) input.current?.setSelectionRange(selection.start, selection.end);
  }, [selection]);

  /** A rejected number is cleared completely: a remaining part could be paid from unnoticed. */
  const showEdit = (edit: PhoneEdit | null) => {
    const { digits: edited, caret } = edit ?? { digits: '', caret: 0 };
    onChange(edited);
    setIsRefused(edit === null);
    setSelection({ start: caret, end: caret });
  };

  const forgetSaved = () => {
    forgetSavedNumber();
    setSaved(null);
    showEdit({ digits: '', caret: 0 });
    input.current?.focus();
  };

  const paste = (event: ClipboardEvent) => {
    const number = normalizePhone(event.clipboardData.getData('text'));
    if (number === null) return; // The browser inserts it, and the result is validated.
    event.preventDefault();
    showEdit({ digits: number, caret: number.length });
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
        <PhoneBoxes
          digits={digits}
          selection={selection}
          isInvalid={isIncomplete || problem !== null}
        />
        <input
          ref={input}
          id={id}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          value={digits}
          aria-describedby={`${id}-hint ${id}-operator ${id}-missed`}
          aria-invalid={isIncomplete || problem !== null || undefined}
          // No `maxLength`: the browser would truncate what is pasted or autofilled.
          onChange={({ target: { value, selectionStart } }) =>
            showEdit(editPhone(digits, value, selectionStart ?? value.length))
          }
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
        {problem ? (
          <p className="text-alert text-sm">{t(`checkout.mobileMoney.phone.${problem}`)}</p>
        ) : (
          hint
        )}
      </div>
      {/* A toast has announced this already. */}
      {isIncomplete && problem === null && (
        <p id={`${id}-missed`} className="text-alert text-sm">
          {t('checkout.mobileMoney.phoneRequired.description')}
        </p>
      )}
      {saved !== null && digits === saved ? (
        <SavedNumberNote onForget={forgetSaved} />
      ) : (
        <Checkbox label={t('checkout.mobileMoney.phone.keep')} checked={isKept} onChange={onKeep} />
      )}
    </div>
  );
}
