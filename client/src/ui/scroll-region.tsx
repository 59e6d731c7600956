import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useOverflow } from '#client/lib/use-overflow';

interface ScrollRegionProps {
  label: string;
  className?: string;
  /** One element, as large as it likes. */
  children: ReactNode;
}

/** Scrolls within itself. Keys scroll only what has the focus, so Tab stops at it where they can. */
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
