import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useOverflow } from '#client/lib/use-overflow';

interface ScrollRegionProps {
  label: string;
  className?: string;
  /** A single element of any size. */
  children: ReactNode;
}

/**
 * Scrolls within itself. Keys scroll only the focused element, so it is a tab stop when it can
 * scroll.
 */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  const [isScrolling, box] = useOverflow<HTMLElement>();
  return (
    <section
      ref={box}
      aria-label={label}
      tabIndex={isScrolling ? 0 : undefined}
      className={clsx('overflow-auto border border-surface-line', className)}
    >
      {children}
    </section>
  );
}
