import { ArrowLeft, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ApiError } from '#client/lib/api/request';
import { Button } from '#client/ui/button';
import { EmptyState } from '#client/ui/empty-state';
import { Spinner } from '#client/ui/spinner';

interface ArchiveFrameProps {
  title: string;
  lead?: string | undefined;
  /** The page above this one; null for the list of editions. */
  back: { href: string; text: string } | null;
  children: ReactNode;
}

/** A page of earlier editions: nothing on it can be voted for. */
export const ArchiveFrame = ({ title, lead, back, children }: ArchiveFrameProps) => (
  <div className="mx-auto flex max-w-page flex-col gap-6 px-4 py-6 pb-16 sm:px-6">
    <header className="flex flex-col gap-2">
      {back && (
        <Link
          href={back.href}
          className="inline-flex min-h-touch items-center gap-2 self-start font-semibold text-gold hover:text-gold-bright"
        >
          <ArrowLeft aria-hidden className="size-5" />
          {back.text}
        </Link>
      )}
      <h1 className="wrap-anywhere text-balance font-bold text-3xl outline-none">{title}</h1>
      {lead && <p className="max-w-prose text-ivory-soft">{lead}</p>}
    </header>
    {children}
  </div>
);

interface ArchiveMissingProps {
  /** Null while the data is loading. */
  error: Error | null;
  onRetry: () => void;
}

/** Shown instead of a page whose data is loading, is not there, or could not be loaded. */
export function ArchiveMissing({ error, onRetry }: ArchiveMissingProps) {
  const { t } = useTranslation();
  if (error === null) {
    return (
      <div className="flex justify-center p-16">
        <Spinner />
      </div>
    );
  }
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <EmptyState
      headingAs="h1"
      icon={<History aria-hidden />}
      heading={isGone ? t('editions.missing.heading') : t('editions.missing.failed')}
      hint={isGone ? t('editions.missing.hint') : t('editions.missing.failedHint')}
      action={
        isGone ? (
          <Button asChild>
            <Link href="/editions">{t('editions.all')}</Link>
          </Button>
        ) : (
          <Button onClick={onRetry}>{t('common.retry')}</Button>
        )
      }
    />
  );
}
