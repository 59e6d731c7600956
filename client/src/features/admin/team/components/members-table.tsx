import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '#client/features/admin/shell/index';
import { call } from '#client/lib/api/request';
import { focusOn } from '#client/lib/page/focus-on';
import { useEventTime } from '#client/lib/use-event';
import { Badge } from '#client/ui/badge';
import { Button } from '#client/ui/button';
import type { TeamMember } from '#shared/contracts/admin-team';
import { ROLES, type Role } from '#shared/domain/permissions';
import { useTeamChange } from '../use-team-change';

interface MemberActionsProps {
  member: TeamMember;
  /** The member's name as shown on this page. */
  name: string;
}

/** Actions of an owner on another member of the team. */
function MemberActions({ member, name }: MemberActionsProps) {
  const { t } = useTranslation();
  const { id } = member;
  const [role, setRole] = useState<Role>(member.role);
  const [isAsking, setIsAsking] = useState(false);
  const change = useTeamChange('changed', () =>
    call('PUT /api/admin/team/:id/role', { params: { id }, body: { role } }),
  );
  const signOut = useTeamChange('signedOut', () =>
    call('DELETE /api/admin/team/:id/sessions', { params: { id } }),
  );
  const revoke = useTeamChange('revoked', () =>
    call('DELETE /api/admin/team/:id', { params: { id } }),
  );
  const problem = change.problem ?? signOut.problem ?? revoke.problem;
  if (isAsking) {
    return (
      <fieldset aria-label={t('team.revoke.question', { name })}>
        <p className="font-bold">{t('team.revoke.question', { name })}</p>
        <p className="mt-1 text-sm">
          {t('team.revoke.explanation')} {member.isInSettings && t('team.inSettings')}
        </p>
        {revoke.problem && (
          <p role="alert" className="mt-2 text-alert text-sm">
            {revoke.problem}
          </p>
        )}
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            ref={focusOn}
            variant="outline"
            size="sm"
            disabled={revoke.isBusy}
            onClick={() => setIsAsking(false)}
          >
            {t('admin.cancel')}
          </Button>
          <Button variant="danger" size="sm" isBusy={revoke.isBusy} onClick={() => revoke.start()}>
            {t('team.revoke.confirm')}
          </Button>
        </div>
      </fieldset>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-36 grow basis-36">
          <SelectField
            isDense
            label={t('team.roleOf', { name })}
            value={role}
            choices={ROLES}
            textOf={(role) => t(`admin.role.${role}`)}
            onChoose={(one) => {
              setRole(one);
              change.forget();
            }}
          />
        </div>
        {role !== member.role && (
          <Button size="sm" isBusy={change.isBusy} onClick={() => change.start()}>
            {t('team.change')}
          </Button>
        )}
        {member.openSessions > 0 && (
          <Button
            variant="outline"
            size="sm"
            isBusy={signOut.isBusy}
            onClick={() => signOut.start()}
          >
            {t('team.signOut')}
          </Button>
        )}
        <Button
          variant="outline"
          size="sm"
          className="border-alert text-alert"
          onClick={() => setIsAsking(true)}
        >
          {t('team.revoke.action')}
        </Button>
      </div>
      {role !== member.role && <p className="text-ivory-soft text-sm">{t(`team.may.${role}`)}</p>}
      {problem && (
        <p role="alert" className="text-alert text-sm">
          {problem}
        </p>
      )}
    </div>
  );
}

/** A member of the team, in one line where there is space. */
function Member({ member }: { member: TeamMember }) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const { email, role, lastSignInAt, openSessions, isOneself, isInSettings } = member;
  const name = member.name ?? email ?? t('team.nameless');
  return (
    <tr className="max-lg:block max-lg:px-4 max-lg:py-3">
      <th scope="row" className={`${CELL} wrap-anywhere text-left`}>
        <h3 className="font-bold font-sans text-base">{name}</h3>
        {member.name !== null && (
          <p className="font-normal text-ivory-soft text-sm">{email ?? t('team.noEmail')}</p>
        )}
        {isInSettings && !isOneself && (
          <p className="font-normal text-ivory-muted text-sm">{t('team.inSettings')}</p>
        )}
      </th>
      <td className={CELL}>
        <Badge>{t(`admin.role.${role}`)}</Badge>
      </td>
      <td className={`${CELL} text-ivory-muted text-sm`}>
        {lastSignInAt === null
          ? t('team.neverSignedIn')
          : t('team.lastSignIn', { time: eventTime(lastSignInAt) })}{' '}
        {openSessions > 0 && t('team.openSessions', { count: openSessions })}
      </td>
      <td className={CELL}>
        {isOneself ? (
          <p className="text-ivory-soft text-sm">{t('team.oneself')}</p>
        ) : (
          // Keyed by role: the select restarts with the value that the server saved.
          <MemberActions key={role} member={member} name={name} />
        )}
      </td>
    </tr>
  );
}

const CELL = 'align-middle max-lg:block max-lg:py-1 lg:px-3 lg:py-2';

/** Lists the members of the team: one line each, stacked where the screen is narrow. */
export function MembersTable({ members }: { members: readonly TeamMember[] }) {
  const { t } = useTranslation();
  return (
    <table
      aria-label={t('team.members')}
      className="w-full rounded-xl border border-surface-line bg-surface-raised text-left max-lg:block"
    >
      <thead className="bg-surface-high text-ivory-soft text-xs max-lg:sr-only">
        <tr>
          {(['name', 'role', 'signIn', 'acts'] as const).map((column) => (
            <th key={column} scope="col" className="px-3 py-1.5 font-semibold">
              {t(`team.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-surface-line max-lg:block">
        {members.map((member) => (
          <Member key={member.id} member={member} />
        ))}
      </tbody>
    </table>
  );
}
