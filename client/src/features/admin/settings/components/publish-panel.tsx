import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAdminMutation } from '#client/features/auth/index';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { call } from '#client/lib/api/request';
import { useEventTime } from '#client/lib/use-event';
import { Button } from '#client/ui/button';
import { Dialog } from '#client/ui/overlay/dialog';
import { toast, toastError } from '#client/ui/overlay/toast';
import type { SavedSettings } from '#shared/contracts/event-settings';
import { SETTINGS_CHANGES, settingsQuery } from '../api';

/** Shows what the public sees now, and publishes the results, which can be undone for ten minutes. */
export function PublishPanel({ saved }: { saved: SavedSettings }) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const queryClient = useQueryClient();
  const id = useId();
  const [isAsking, setIsAsking] = useState(false);
  const { resultsPublishedAt: publishedAt, publicationUndoUntil: undoUntil } = saved;
  const showLatest = (latest: SavedSettings, title: string) => {
    queryClient.setQueryData(settingsQuery.queryKey, latest);
    setIsAsking(false);
    toast({ title });
    return queryClient.invalidateQueries({ queryKey: publicConfigQuery.queryKey });
  };
  const publish = useAdminMutation({
    mutationKey: [SETTINGS_CHANGES],
    mutationFn: () => call('POST /api/admin/settings/publish-results', {}),
    onSuccess: (latest) => showLatest(latest, t('settings.publish.done')),
    onError: () => toastError(t('settings.error'), t('settings.publish.failed')),
  });
  const withdraw = useAdminMutation({
    mutationKey: [SETTINGS_CHANGES],
    mutationFn: () => call('POST /api/admin/settings/withdraw-results', {}),
    onSuccess: (latest) => showLatest(latest, t('settings.publish.withdrawn')),
    onError: () => toastError(t('settings.error'), t('settings.publish.undoFailed')),
  });
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-3 rounded-xl border border-surface-line bg-surface-raised p-4"
    >
      <h2 id={id} className="font-bold text-lg">
        {t('settings.publish.title')}
      </h2>
      <p>
        {publishedAt === null
          ? t(`settings.publish.now.${saved.shows}`)
          : t('settings.publish.since', { time: eventTime(publishedAt) })}
      </p>
      {undoUntil !== null && (
        <>
          <p>{t('settings.publish.undoable', { time: eventTime(undoUntil) })}</p>
          <Button
            className="self-start"
            variant="outline"
            isBusy={withdraw.isPending}
            onClick={() => withdraw.mutate()}
          >
            {t('settings.publish.undo')}
          </Button>
        </>
      )}
      {publishedAt === null && (
        <Button className="self-start" variant="outline" onClick={() => setIsAsking(true)}>
          {t('settings.publish.button')}
        </Button>
      )}
      <Dialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('settings.publish.question')}
        description={t('settings.publish.warning')}
      >
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" className="grow" onClick={() => setIsAsking(false)}>
            {t('settings.publish.cancel')}
          </Button>
          <Button
            variant="danger"
            className="grow"
            isBusy={publish.isPending}
            onClick={() => publish.mutate()}
          >
            {t('settings.publish.confirm')}
          </Button>
        </div>
      </Dialog>
    </section>
  );
}
