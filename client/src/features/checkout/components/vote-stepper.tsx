import { clsx } from 'clsx';
import { Minus, Plus } from 'lucide-react';
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '#client/lib/page/announce';
import { Button } from '#client/ui/button';
import { useHoldToRepeat } from '#client/ui/use-hold-to-repeat';
import type { VoteRange } from '#shared/domain/votes';

const PAGE_STEPS: Readonly<Record<string, number>> = { PageUp: 10, PageDown: -10 };

interface VoteStepperProps {
  category: string;
  value: number;
  range: VoteRange;
  onChange: (votes: number) => void;
}

export function VoteStepper({ category, value, range, onChange }: VoteStepperProps) {
  const { t } = useTranslation();

  const { min, max } = range;
  /** The typed value may be below the minimum while further digits follow. */
  const [typed, setTyped] = useState<number | null>(null);
  /** A change beyond the range is ignored, so the value of the field is always valid. */
  const change = (votes: number): boolean => {
    const isAllowed = Number.isInteger(votes) && votes >= 0 && votes <= max;
    if (isAllowed) onChange(votes);
    setTyped(null);
    return isAllowed;
  };
  /** Steps from 0 directly to the minimum, and back. */
  const step = (by: 1 | -1) => change(value + by < min ? (by > 0 ? min : 0) : value + by);

  /**
   * Handles Page Up and Page Down, which the input itself ignores; stops at the ends of the range.
   */
  const stepByPage = (event: KeyboardEvent) => {
    const by = PAGE_STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    change(value + by <= 0 ? 0 : Math.min(max, Math.max(min, value + by)));
  };

  const readInput = ({ target }: ChangeEvent<HTMLInputElement>) => {
    // A lone minus or comma also reads as an empty text, but the field is not empty.
    if (target.validity.badInput) return;
    const isAllowed = change(Number(target.value));
    if (isAllowed) setTyped(Number(target.value));
    else announce(t('checkout.votes.atMost', { max }));
  };

  return (
    <div className="ml-auto flex flex-wrap items-center justify-end gap-1.5">
      <StepButton
        label={t('checkout.votes.fewer', { category })}
        isAtEnd={value === 0}
        onPress={() => step(-1)}
      >
        <Minus aria-hidden className="size-5" />
      </StepButton>
      <input
        type="number"
        inputMode="numeric"
        min={0}
        max={max}
        step={1}
        aria-label={t('checkout.votes.votesFor', { category })}
        aria-describedby="votes-hint"
        // As text: for a number React would keep a leading zero.
        value={String(typed ?? value)}
        onChange={readInput}
        onKeyDown={stepByPage}
        onBlur={() => setTyped(null)}
        onFocus={({ target }) => target.select()}
        className="min-h-touch w-12 sm:w-[3.5rem] rounded-xl border border-ivory-muted/70 bg-surface text-center font-bold text-lg tabular-nums disabled:opacity-55 [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none [&::-webkit-outer-spin-button]:appearance-none"
      />
      <StepButton
        label={t('checkout.votes.more', { category })}
        isAtEnd={value >= max}
        onPress={() => step(1)}
      >
        <Plus aria-hidden className="size-5" />
      </StepButton>
    </div>
  );
}

interface StepButtonProps {
  label: string;
  isAtEnd: boolean;
  /** Returns true when the press changed anything. */
  onPress: () => boolean;
  children: ReactNode;
}

/**
 * At the end of the range a press is ignored; a disabled button would lose the focus. Not a tab
 * stop: the arrow keys do the same in the field beside it.
 */
function StepButton({ label, isAtEnd, onPress, children }: StepButtonProps) {
  const pressOrHold = useHoldToRepeat(onPress);
  return (
    <Button
      variant="outline"
      size="icon"
      aria-label={label}
      aria-disabled={isAtEnd || undefined}
      tabIndex={-1}
      className={clsx('touch-manipulation select-none', isAtEnd && 'opacity-55')}
      {...pressOrHold}
    >
      {children}
    </Button>
  );
}
