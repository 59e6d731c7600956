import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface NoticeProps {
  icon: LucideIcon;
  text: string;
  /** True for a problem, which is announced at once. */
  isProblem?: boolean;
  /** Actions that the notice offers. */
  children?: ReactNode;
}

/** A notice between the parts of a page, announced when it appears. */
export const Notice = ({ icon: Icon, text, isProblem = false, children }: NoticeProps) => (
  <div
    role={isProblem ? 'alert' : 'status'}
    className={clsx(
      'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border px-4 py-3',
      isProblem ? 'border-alert bg-surface-raised' : 'border-surface-line bg-surface-high',
    )}
  >
    <p className="flex min-w-[min(12rem,100%)] flex-1 flex-wrap items-start gap-x-3">
      <Icon aria-hidden className={clsx('mt-0.5 size-5 shrink-0', isProblem && 'text-alert')} />
      <span className="min-w-0 flex-1 basis-[min(10rem,100%)] wrap-anywhere">{text}</span>
    </p>
    {children && <div className="flex flex-wrap gap-2">{children}</div>}
  </div>
);
