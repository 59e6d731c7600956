import { cn } from '#client/lib/cn';
import { PHONE_LENGTH } from './phone-entry';

interface PhoneBoxesProps {
  digits: string;
  selection: { start: number; end: number } | null;
  isInvalid: boolean;
}

const POSITIONS = Array.from({ length: PHONE_LENGTH }, (_, position) => position);

/** The drawing of the phone field; the caret is the box that the next digit goes into. */
export function PhoneBoxes({ digits, selection, isInvalid }: PhoneBoxesProps) {
  const isMarked = (position: number): boolean => {
    if (!selection) return false;
    const { start, end } = selection;
    if (start !== end) return position >= start && position < end;
    return position === Math.min(start, PHONE_LENGTH - 1);
  };

  return (
    <div aria-hidden className="grid grid-cols-9 gap-1 sm:gap-2">
      {POSITIONS.map((position) => (
        <span
          key={position}
          className={cn(
            'flex h-13 min-w-0 items-center justify-center rounded-lg border border-ivory-muted/70 bg-stage font-bold font-display text-[min(1.25rem,5.6vw)] tabular-nums sm:text-2xl',
            digits[position] && 'border-ivory-muted bg-stage-high',
            isInvalid && 'border-alert',
            isMarked(position) && 'border-gold-bright outline-2 outline-gold-bright',
          )}
        >
          {digits[position]}
        </span>
      ))}
    </div>
  );
}
