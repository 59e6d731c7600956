import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { serverNow } from '#client/lib/time/server-clock';
import { instantAt, localTime } from '#client/lib/time/zoned-time';
import { Button } from '#client/ui/button';
import { TextField } from '#client/ui/fields/text-field';
import { Dialog } from '#client/ui/overlay/dialog';
import type { Rehearsal } from '#shared/contracts/editions';
import { editionChangeQuery } from '../api';
import { useEditionChange } from '../use-edition-change';
import { DialogActions } from './dialog-actions';

interface RehearsalTimeDialogProps {
  year: string;
  title: string;
  explanation: string;
  /** Text of the button. */
  action: string;
  /** @param at an ISO instant */
  send(at: string): Promise<Rehearsal>;
  onClose(): void;
}

const MINUTE_MS = 60_000;

/** Asks for the day and hour that a rehearsal shows; the moments that matter are one press away. */
export function RehearsalTimeDialog(props: RehearsalTimeDialogProps) {
  const { year, title, explanation, action, send, onClose } = props;
  const { t } = useTranslation();
  const { data: config } = useQuery(publicConfigQuery);
  // In the rehearsal itself, the edition is the current one.
  const { data: draft } = useQuery({
    ...editionChangeQuery(year),
    enabled: config?.isRehearsal === false,
  });
  const timeZone = config?.event.timezone ?? 'UTC';
  const [local, setLocal] = useState(() =>
    localTime(new Date(serverNow()).toISOString(), timeZone),
  );
  const change = useEditionChange(send, onClose);
  const { opensAt, closesAt } = (config?.isRehearsal ? config.voting : draft) ?? {};
  const moments = [
    ['opening', opensAt, -5],
    ['closing', closesAt, -1],
    ['reveal', closesAt, 0],
  ] as const;
  const at = instantAt(local, timeZone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!Number.isNaN(at.getTime())) change.start(at.toISOString());
  };
  return (
    <Dialog onClose={onClose} title={title} description={explanation}>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          type="datetime-local"
          label={t('admin-editions.rehearsal.at')}
          value={local}
          required
          onChange={({ target }) => setLocal(target.value)}
        />
        <div className="flex flex-wrap gap-2">
          {moments.map(
            ([name, moment, minutes]) =>
              moment && (
                <Button
                  key={name}
                  variant="outline"
                  size="sm"
                  onClick={() => {
                    const instant = new Date(Date.parse(moment) + minutes * MINUTE_MS);
                    setLocal(localTime(instant.toISOString(), timeZone));
                  }}
                >
                  {t(`admin-editions.rehearsal.moment.${name}`)}
                </Button>
              ),
          )}
        </div>
        <DialogActions
          problem={change.problem}
          action={action}
          isBusy={change.isBusy}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
