import { clsx } from 'clsx';
import { type ReactNode, useEffect, useId } from 'react';
import { footBar } from '#client/lib/page/foot-bar';
import { useMoneyNotice } from '#client/lib/use-event';
import { Button, type ButtonProps } from '#client/ui/button';
import { EarlierRequestNote } from './earlier-requests';

const heightRef = footBar('--pay-bar');

/** Most browsers shrink the page while an on-screen keyboard is open; iOS overlays it. */
function useKeyboardInset() {
  useEffect(() => {
    const screen = window.visualViewport;
    if (!screen) return;
    const { style } = document.documentElement;
    const listening = new AbortController();
    const measure = () => {
      const hidden = window.innerHeight - screen.height - screen.offsetTop;
      // Zooming in also reduces the visible part of the page.
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
   * Why the button cannot be used yet. It stays focusable, with the reason as its description;
   * pressing it shows the reason too.
   */
  obstacle?: string | undefined;
  children: ReactNode;
}

/**
 * The end of a form: the cost and the pay button. On a phone it is fixed to the bottom of the
 * screen from the start, while keyboards and screen readers find it at its place in the form.
 */
export function PayBar({
  cost,
  obstacle,
  'aria-describedby': describedBy,
  ...button
}: PayBarProps) {
  const id = useId();
  // Referenced only while there is one: Firefox continues to announce a text that became empty.
  const obstacleId = obstacle && `${id}-obstacle`;
  useKeyboardInset();
  const isAboveNotice = useMoneyNotice() !== null;
  return (
    <div
      ref={heightRef}
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
