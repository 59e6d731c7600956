import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Skeleton } from '#client/ui/skeleton';

interface FigureCardProps {
  label: string;
  /** Undefined until it is known, null when it did not arrive. */
  figure: string | null | undefined;
  icon: ReactNode;
  note?: string | undefined;
  /** Keeps the room of a second line on a phone, for a note that comes later. */
  hasLongNote?: boolean;
}

/** One figure and its name, to stand in a description list. */
export const FigureCard = ({ label, figure, icon, note, hasLongNote }: FigureCardProps) => (
  <div className="min-w-0 rounded-xl border border-surface-line bg-surface-raised p-3 sm:p-4">
    <dt className="flex items-center gap-2 text-ivory-muted text-sm [&_svg]:size-4 [&_svg]:shrink-0">
      {icon}
      {label}
    </dt>
    <dd className="mt-1 min-h-8 wrap-anywhere font-bold text-lg tabular-nums leading-8 sm:text-2xl">
      {figure === null ? '–' : (figure ?? <Skeleton className="h-7 w-24" />)}
    </dd>
    {note !== undefined && (
      <dd className={clsx('min-h-5 text-ivory-muted text-sm', hasLongNote && 'max-sm:min-h-10')}>
        {note}
      </dd>
    )}
  </div>
);
