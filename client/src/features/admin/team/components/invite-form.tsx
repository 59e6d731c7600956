import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '#client/features/admin/shell/index';
import { call } from '#client/lib/api/request';
import { Button } from '#client/ui/button';
import { TextField } from '#client/ui/fields/text-field';
import { invitationInput } from '#shared/contracts/admin-team';
import { ROLES, type Role } from '#shared/domain/permissions';
import { useTeamChange } from '../use-team-change';

/** Invites a person, who gets the role at the next sign-in. */
export function InviteForm() {
  const { t } = useTranslation();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [isUnreadable, setIsUnreadable] = useState(false);
  const invite = useTeamChange(
    'invited',
    (body: { email: string; role: Role }) => call('POST /api/admin/team/invitations', { body }),
    () => setEmail(''),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { data } = invitationInput.safeParse({ email, role });
    setIsUnreadable(data === undefined);
    if (data) invite.start(data);
    else event.currentTarget.querySelector('input')?.focus();
  };
  const problem = isUnreadable ? t('team.problem.validation') : invite.problem;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-[1fr_14rem]">
        <TextField
          label={t('team.invite.email')}
          type="email"
          autoComplete="off"
          value={email}
          error={problem ?? undefined}
          onChange={({ target }) => {
            setEmail(target.value);
            setIsUnreadable(false);
            invite.forget();
          }}
        />
        <SelectField
          label={t('team.role')}
          value={role}
          choices={ROLES}
          textOf={(role) => t(`admin.role.${role}`)}
          onChoose={setRole}
        />
      </div>
      <p className="text-ivory-soft text-sm">
        {t(`team.may.${role}`)}{' '}
        {t('team.invite.hint', { address: `${window.location.origin}/admin` })}
      </p>
      <Button type="submit" className="self-start" isBusy={invite.isBusy}>
        {t('team.invite.action')}
      </Button>
    </form>
  );
}
