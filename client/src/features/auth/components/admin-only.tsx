import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { useIsEventClockKnown } from '#client/lib/use-event';
import { toast } from '#client/ui/overlay/toast';
import { Spinner } from '#client/ui/spinner';
import { currentUserQuery } from '../api';
import { useLoginAddress } from '../hooks';

/** Time to read the toast before the page changes. */
const REDIRECT_DELAY_MS = 1_000;

/**
 * Shows its content to the team and redirects everyone else to the home page. The server protects
 * its own paths. Also waits for the event's time zone: times shown in UTC first would change, as
 * would the length of their lines.
 */
export function AdminOnly({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { data: user, isPending } = useQuery(currentUserQuery);
  const isRefused = !isPending && !user?.isAdmin;
  const isOutsideTeam = !user;
  const loginAddress = useLoginAddress();
  const isClockKnown = useIsEventClockKnown();

  useEffect(() => {
    if (!isRefused) return;
    toast({
      title: t('sign-in.admin.unauthorized'),
      description: t('sign-in.admin.accessRequired'),
      variant: 'destructive',
      ...(isOutsideTeam && {
        action: { label: t('common.login'), run: () => window.location.assign(loginAddress) },
      }),
    });
    const timer = setTimeout(() => navigate('/', { replace: true }), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isRefused, isOutsideTeam, loginAddress, navigate, t]);

  return user?.isAdmin && isClockKnown ? children : <Checking />;
}

function Checking() {
  const { t } = useTranslation();
  usePageTitle(t('sign-in.admin.heading'));
  return (
    <main id="content" tabIndex={-1} className="flex justify-center py-24 text-gold">
      <Spinner className="size-10" label={t('sign-in.admin.checking')} />
    </main>
  );
}
