import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { usePageTitle } from '#client/lib/page/use-page-title';

interface EmptyStateProps {
  icon: ReactNode;
  heading: string;
  /** Id by which another element is labelled by the heading. */
  headingId?: string;
  hint: string;
  /** The next step: a button or a link. */
  action?: ReactNode;
  /** `h1` when the page has no other content. */
  headingAs?: 'h1' | 'h2';
  /** `alert` announces an error when it appears. */
  role?: 'alert' | 'status';
  className?: string;
}

export function EmptyState({
  icon,
  heading,
  headingId,
  hint,
  action,
  headingAs: Heading = 'h2',
  role,
  className,
}: EmptyStateProps) {
  return (
    <div
      role={role}
      className={clsx(
        'flex w-full min-w-0 flex-col items-center *:max-w-[min(100%,26rem)] px-[min(1.25rem,5vw)] py-14 text-center sm:py-20',
        className,
      )}
    >
      <div className="spotlight-disc mb-6 flex size-24 items-center justify-center rounded-full text-gold [&_svg]:size-11">
        {icon}
      </div>
      <Heading
        id={headingId}
        className="font-bold text-[min(1.5rem,11vw)] leading-tight sm:text-3xl"
      >
        {heading}
      </Heading>
      <p className="mt-3 text-ivory-soft text-pretty">{hint}</p>
      {action && <div className="mt-7">{action}</div>}
    </div>
  );
}

interface PageNoticeProps {
  icon: ReactNode;
  heading: string;
  hint: string;
  action: ReactNode;
  /** Title of the browser tab; the heading by default, unless that would not make sense there. */
  title?: string;
  role?: 'alert';
}

/** The only content of a page, for example that there is nothing to show. */
export function PageNotice({ title, action, ...notice }: PageNoticeProps) {
  usePageTitle(title ?? notice.heading);
  return (
    <EmptyState
      headingAs="h1"
      action={<div className="flex flex-wrap justify-center gap-3">{action}</div>}
      {...notice}
    />
  );
}
