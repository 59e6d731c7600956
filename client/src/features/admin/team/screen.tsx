import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { AdminPage, QueryView, StaleNote } from '#client/features/admin/shell/index';
import { call } from '#client/lib/api/request';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { useEventTime } from '#client/lib/use-event';
import { Button } from '#client/ui/button';
import type { Invitation } from '#shared/contracts/admin-team';
import { teamQuery } from './api';
import { InviteForm } from './components/invite-form';
import { MembersTable } from './components/members-table';
import { useTeamChange } from './use-team-change';

interface SectionProps {
  title: string;
  children: ReactNode;
}

function Section({ title, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="font-bold text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

function InvitationItem({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const { id, email, role, invitedAt } = invitation;
  const withdraw = useTeamChange('withdrawn', () =>
    call('DELETE /api/admin/team/invitations/:id', { params: { id } }),
  );
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-surface-line bg-surface-raised p-4">
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold">{email}</p>
        <p className="text-ivory-muted text-sm">
          {t('team.invite.since', { role: t(`admin.role.${role}`), time: eventTime(invitedAt) })}
        </p>
        {withdraw.problem && (
          <p role="alert" className="text-alert text-sm">
            {withdraw.problem}
          </p>
        )}
      </div>
      <Button
        variant="outline"
        size="sm"
        isBusy={withdraw.isBusy}
        onClick={() => withdraw.start()}
        aria-label={t('team.invite.withdrawOf', { email })}
      >
        {t('team.invite.withdraw')}
      </Button>
    </li>
  );
}

/** Lists members, their roles and invitations. */
export function TeamScreen() {
  const { t } = useTranslation();
  usePageTitle(t('team.title'));
  const query = useQuery(teamQuery);
  return (
    <AdminPage title={t('team.title')} intro={t('team.intro')} actions={null}>
      {query.isRefetchError && <StaleNote text={t('team.stale')} />}
      <QueryView query={query}>
        {({ members, invitations }) => (
          <>
            <Section title={t('team.members')}>
              <MembersTable members={members} />
            </Section>
            <Section title={t('team.invite.title')}>
              <InviteForm />
              {invitations.length > 0 && (
                <ul aria-label={t('team.invite.list')} className="flex flex-col gap-3">
                  {invitations.map((invitation) => (
                    <InvitationItem key={invitation.id} invitation={invitation} />
                  ))}
                </ul>
              )}
            </Section>
          </>
        )}
      </QueryView>
    </AdminPage>
  );
}
