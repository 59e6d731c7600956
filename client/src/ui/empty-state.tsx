import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { usePageTitle } from '#client/lib/page/use-page-title';

interface EmptyStateProps {
  icon: ReactNode;
  heading: string;
  /** By which something around it is named. */
  headingId?: string;
  hint: string;
  /** What to do next, a button or a link. */
  action?: ReactNode;
  /** `h1` where this is all the page has to say. */
  headingAs?: 'h1' | 'h2';
  /** `alert` reads an error out as it appears. */
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
  /** Of the window; the heading, unless that would be a joke there. */
  title?: string;
  role?: 'alert';
}

/** All that a page has to say, such as that there is nothing. */
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
