import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { call } from '#client/lib/api/request';
import { useEventTime } from '#client/lib/use-event';
import { Button } from '#client/ui/button';
import { toast } from '#client/ui/overlay/toast';
import type { AdminEdition } from '#shared/contracts/editions';
import { rehearsalQuery } from '../api';
import { useEditionChange } from '../use-edition-change';
import { RehearsalTimeDialog } from './rehearsal-time-dialog';

interface RehearsalControlsProps {
  edition: AdminEdition;
  /** True when the person may begin, set and end a rehearsal. */
  isOwner: boolean;
}

/** Begins the rehearsal of a draft, shows it, sets its clock and ends it. */
export function RehearsalControls({ edition: { year, state }, isOwner }: RehearsalControlsProps) {
  const { t } = useTranslation();
  const { data } = useQuery(rehearsalQuery);
  const [isAsking, setIsAsking] = useState(false);
  if (!data) return null;
  const { rehearsal } = data;
  if (rehearsal?.year === year)
    return <UnderWay year={year} now={rehearsal.now} {...{ isOwner }} />;
  if (rehearsal || !isOwner || state !== 'draft') return null;
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        className="self-start"
        aria-label={t('admin-editions.rehearsal.beginOf', { year })}
        onClick={() => setIsAsking(true)}
      >
        {t('admin-editions.rehearsal.begin')}
      </Button>
      {isAsking && (
        <RehearsalTimeDialog
          year={year}
          title={t('admin-editions.rehearsal.beginOf', { year })}
          explanation={t('admin-editions.rehearsal.explanation')}
          action={t('admin-editions.rehearsal.start')}
          send={(at) =>
            call('POST /api/admin/editions/:year/rehearsal', { params: { year }, body: { at } })
          }
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

interface OrphanProps {
  editions: readonly AdminEdition[];
  isOwner: boolean;
}

/** The rehearsal of a draft that was deleted meanwhile, so that it can be ended. */
export function RehearsalOfDeletedDraft({ editions, isOwner }: OrphanProps) {
  const { data } = useQuery(rehearsalQuery);
  const rehearsal = data?.rehearsal;
  if (!rehearsal || editions.some(({ year }) => year === rehearsal.year)) return null;
  return <UnderWay year={rehearsal.year} now={rehearsal.now} isOwner={isOwner} />;
}

interface UnderWayProps {
  year: string;
  /** The time that the rehearsal showed when it was asked for. */
  now: string;
  isOwner: boolean;
}

function UnderWay({ year, now, isOwner }: UnderWayProps) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const isShown = useQuery(publicConfigQuery).data?.isRehearsal === true;
  const [isSetting, setIsSetting] = useState(false);
  const end = useEditionChange(
    () => call('DELETE /api/admin/editions/:year/rehearsal', { params: { year } }),
    () => {
      toast({ title: t('admin-editions.rehearsal.ended') });
      if (!isShown) return;
      // The page itself belongs to what is gone, and reads nothing any more.
      location.assign('/rehearsal/leave');
      return new Promise<never>(() => undefined);
    },
  );
  return (
    <section
      aria-label={t('admin-editions.rehearsal.title', { year })}
      className="flex flex-col gap-2 rounded-lg border border-surface-line p-3"
    >
      <p className="text-sm">{t('admin-editions.rehearsal.shows', { time: eventTime(now) })}</p>
      {end.problem && (
        <p role="alert" className="text-alert">
          {end.problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button asChild variant="outline" size="sm">
          {/* The page is loaded anew: it is another site. */}
          <a href={isShown ? '/rehearsal/leave' : '/rehearsal/show'}>
            {t(isShown ? 'common.rehearsal.leave' : 'admin-editions.rehearsal.show')}
          </a>
        </Button>
        {isOwner && (
          <>
            <Button variant="outline" size="sm" onClick={() => setIsSetting(true)}>
              {t('admin-editions.rehearsal.set')}
            </Button>
            <Button
              variant="danger"
              size="sm"
              isBusy={end.isBusy}
              onClick={() => end.start(undefined)}
            >
              {t('admin-editions.rehearsal.end')}
            </Button>
          </>
        )}
      </div>
      {isSetting && (
        <RehearsalTimeDialog
          year={year}
          title={t('admin-editions.rehearsal.set')}
          explanation={t('admin-editions.rehearsal.forward')}
          action={t('admin-editions.rehearsal.set')}
          send={(at) =>
            call('PUT /api/admin/editions/:year/rehearsal/clock', {
              params: { year },
              body: { at },
            })
          }
          onClose={() => setIsSetting(false)}
        />
      )}
    </section>
  );
}
