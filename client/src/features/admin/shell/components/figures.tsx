import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Skeleton } from '#client/ui/skeleton';

/** A row of `Figure`s, side by side where there is space. */
export const Figures = ({ children }: { children: ReactNode }) => (
  <dl className="flex flex-wrap gap-px overflow-hidden rounded-xl border border-surface-line bg-surface-line">
    {children}
  </dl>
);

interface FigureProps {
  label: string;
  /** Undefined while loading, null when it failed to load. */
  figure: string | null | undefined;
  icon: ReactNode;
  note?: ReactNode;
  /** Reserves a second line on a phone, for a note that loads later. */
  hasLongNote?: boolean;
}

/** A figure with its name. */
export const Figure = ({ label, figure, icon, note, hasLongNote }: FigureProps) => (
  <div className="min-w-0 grow basis-[min(100%,8.5rem)] bg-surface-raised px-3 py-2 sm:px-4">
    <dt className="flex items-center gap-1.5 text-ivory-muted text-sm [&_svg]:size-4 [&_svg]:shrink-0">
      {icon}
      {label}
    </dt>
    <dd className="min-h-7 wrap-anywhere font-bold text-lg tabular-nums leading-7 sm:text-xl">
      {figure === null ? '–' : (figure ?? <Skeleton className="block h-7 w-24" />)}
    </dd>
    {note !== undefined && (
      <dd className={clsx('min-h-5 text-ivory-muted text-sm', hasLongNote && 'max-sm:min-h-10')}>
        {note}
      </dd>
    )}
  </div>
);
