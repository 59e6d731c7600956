import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AdminPage, QueryView, StaleNote } from '#client/features/admin/shell/index';
import { useAdminMutation } from '#client/features/auth/index';
import { call } from '#client/lib/api/request';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { useEventTime } from '#client/lib/use-event';
import { Badge } from '#client/ui/badge';
import { Button } from '#client/ui/button';
import { toast, toastError } from '#client/ui/overlay/toast';
import type { OpenSession } from '#shared/contracts/admin-team';

const sessionsQuery = queryOptions({
  queryKey: ['/api/admin/sessions'],
  queryFn: ({ signal }): Promise<OpenSession[]> => call('GET /api/admin/sessions', { signal }),
  staleTime: 0,
});

/** Ends one session, or all but this one. */
function useEndSessions() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useAdminMutation({
    mutationFn: (id: string | null) =>
      id === null
        ? call('DELETE /api/admin/sessions', {})
        : call('DELETE /api/admin/sessions/:id', { params: { id } }),
    onSuccess: (_none, id) =>
      toast({ title: t(id === null ? 'sessions.othersEnded' : 'sessions.ended') }),
    onError: () => toastError(t('admin.error'), t('sessions.failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

function SessionItem({ session }: { session: OpenSession }) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const end = useEndSessions();
  const { id, browser, system, signedInAt, lastSeenAt, isThis } = session;
  const name =
    browser && system
      ? t('sessions.browserOn', { browser, system })
      : (browser ?? system ?? t('sessions.unknown'));
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-surface-line bg-surface-raised p-4">
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-2 font-bold font-sans text-base">
          <span className="wrap-anywhere min-w-0">{name}</span>
          {isThis && <Badge className="text-success">{t('sessions.this')}</Badge>}
        </h2>
        <p className="mt-1 text-ivory-muted text-sm">
          {t('sessions.signedIn', { time: eventTime(signedInAt) })}{' '}
          {t('sessions.lastSeen', { time: eventTime(lastSeenAt) })}
        </p>
      </div>
      {!isThis && (
        <Button
          variant="outline"
          size="sm"
          isBusy={end.isPending}
          onClick={() => end.mutate(id)}
          aria-label={t('sessions.endOf', { name })}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}

/** Lists where the administrator is signed in, with a button to end each session. */
export function SessionsScreen() {
  const { t } = useTranslation();
  usePageTitle(t('sessions.title'));
  const query = useQuery(sessionsQuery);
  const end = useEndSessions();
  return (
    <AdminPage
      title={t('sessions.title')}
      intro={t('sessions.intro')}
      actions={
        query.data && query.data.length > 1 ? (
          <Button
            variant="outline"
            size="sm"
            isBusy={end.isPending}
            onClick={() => end.mutate(null)}
          >
            {t('sessions.endOthers')}
          </Button>
        ) : null
      }
    >
      {query.isRefetchError && <StaleNote text={t('sessions.stale')} />}
      <QueryView query={query}>
        {(sessions) => (
          <ul aria-label={t('sessions.title')} className="flex flex-col gap-3">
            {sessions.map((session) => (
              <SessionItem key={session.id} session={session} />
            ))}
          </ul>
        )}
      </QueryView>
    </AdminPage>
  );
}
