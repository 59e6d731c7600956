import { clsx } from 'clsx';
import { type ReactNode, useEffect, useId } from 'react';
import { footBar } from '#client/lib/page/foot-bar';
import { useMoneyNotice } from '#client/lib/use-event';
import { Button, type ButtonProps } from '#client/ui/button';
import { EarlierRequestNote } from './earlier-requests';

const tellHeight = footBar('--pay-bar');

/** Most browsers make the page smaller while a keyboard is on the screen; iOS lays it over the page. */
function useKeyboardInset() {
  useEffect(() => {
    const screen = window.visualViewport;
    if (!screen) return;
    const { style } = document.documentElement;
    const listening = new AbortController();
    const measure = () => {
      const hidden = window.innerHeight - screen.height - screen.offsetTop;
      // Whoever has zoomed in sees less of the page, too.
      style.setProperty('--keyboard', `${screen.scale > 1 ? 0 : Math.max(0, hidden)}px`);
    };
    for (const event of ['resize', 'scroll']) {
      screen.addEventListener(event, measure, { signal: listening.signal });
    }
    return () => {
      listening.abort();
      style.removeProperty('--keyboard');
    };
  }, []);
}

interface PayBarProps
  extends Pick<ButtonProps, 'ref' | 'variant' | 'isBusy' | 'disabled' | 'aria-describedby'> {
  /** Votes and price. */
  cost: ReactNode;
  /**
   * Why it cannot be pressed yet. It can be reached all the same, and read out with the reason; a press
   * says it too.
   */
  obstacle?: string | undefined;
  children: ReactNode;
}

/**
 * The end of a form: what it costs, and the button that pays. On a phone it lies over the foot of the
 * page from the beginning, at its place in the form to the keyboard and to screen readers.
 */
export function PayBar({
  cost,
  obstacle,
  'aria-describedby': describedBy,
  ...button
}: PayBarProps) {
  const id = useId();
  // Named while there is one: Firefox goes on telling a text that has only become empty.
  const obstacleId = obstacle && `${id}-obstacle`;
  useKeyboardInset();
  const isAboveNotice = useMoneyNotice() !== null;
  return (
    <div
      ref={tellHeight}
      className={clsx('pay-bar', isAboveNotice && '[visibility:var(--money-notice-known,hidden)]')}
    >
      <EarlierRequestNote />
      <p
        id={`${id}-cost`}
        translate="no"
        className="flex flex-wrap items-baseline justify-center gap-x-4 text-center font-bold font-display"
      >
        {cost}
      </p>
      <p id={`${id}-obstacle`} hidden>
        {obstacle}
      </p>
      <Button
        type="submit"
        size="lg"
        aria-disabled={obstacle !== undefined || undefined}
        aria-describedby={[`${id}-cost`, obstacleId, describedBy].filter(Boolean).join(' ')}
        className={obstacle === undefined ? '' : 'opacity-55'}
        {...button}
      />
    </div>
  );
}
