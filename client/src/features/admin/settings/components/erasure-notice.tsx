import { useQueryClient } from '@tanstack/react-query';
import { Eraser } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { statsQuery } from '#client/features/admin/analytics/index';
import { Notice } from '#client/features/admin/shell/index';
import { useAdminMutation } from '#client/features/auth/index';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { call } from '#client/lib/api/request';
import { useEventTime } from '#client/lib/use-event';
import { Button } from '#client/ui/button';
import { toast, toastError } from '#client/ui/overlay/toast';
import type { SavedSettings } from '#shared/contracts/event-settings';
import { SETTINGS_CHANGES, settingsQuery } from '../api';

/**
 * Shown after an owner shortened the retention of voters' details; any owner can undo that for a
 * day.
 */
export function ErasureNotice({ erasure }: { erasure: NonNullable<SavedSettings['erasure']> }) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const queryClient = useQueryClient();
  const keep = useAdminMutation({
    mutationKey: [SETTINGS_CHANGES],
    mutationFn: () => call('POST /api/admin/settings/keep-details', {}),
    onSuccess(latest) {
      queryClient.setQueryData(settingsQuery.queryKey, latest);
      toast({
        title: t('settings.erasing.kept'),
        description: t('settings.erasing.keptDays', { count: latest.settings.retentionDays }),
      });
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: publicConfigQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: statsQuery.queryKey }),
      ]);
    },
    onError: () => toastError(t('settings.error'), t('settings.notSaved')),
  });
  return (
    <Notice
      isProblem
      icon={Eraser}
      text={t('settings.erasing.notice', {
        count: erasure.payments,
        time: eventTime(erasure.from),
      })}
    >
      <Button size="sm" isBusy={keep.isPending} onClick={() => keep.mutate()}>
        {t('settings.erasing.keep', { count: erasure.retentionDaysBefore })}
      </Button>
    </Notice>
  );
}
