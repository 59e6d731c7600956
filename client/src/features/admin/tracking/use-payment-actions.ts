import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { statsQuery } from '#client/features/admin/analytics/index';
import { useAdminMutation } from '#client/features/auth/index';
import { ApiError, call } from '#client/lib/api/request';
import { toast, toastError } from '#client/ui/overlay/toast';
import type { Settlement } from '#shared/contracts/admin-payments';
import { paymentHistory, TRACKING_KEY } from './api';

/** Refetches everything that an action may have changed: the payment, the list and the figures. */
export function useRefreshPayment(id: string) {
  const queryClient = useQueryClient();
  const changed = [paymentHistory(id).queryKey, [TRACKING_KEY], statsQuery.queryKey];
  return () => Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Makes the server check the payment with its provider now. */
export function useCheckPayment(id: string) {
  const { t } = useTranslation();
  return useAdminMutation({
    mutationFn: () => call('POST /api/admin/payments/:id/check', { params: { id } }),
    onSuccess: ({ isAnswered }) => {
      const outcome = isAnswered ? 'answered' : 'unanswered';
      toast({
        title: t(`tracking.ask.${outcome}.title`),
        description: t(`tracking.ask.${outcome}.description`),
      });
    },
    onError: () => toastError(t('tracking.error.title'), t('tracking.ask.failed')),
    onSettled: useRefreshPayment(id),
  });
}

interface SettleCallbacks {
  onDone: () => void;
  onFailed: () => void;
}

/** Settles a payment's flag with an administrator's reason. */
export function useSettle(id: string, { onDone, onFailed }: SettleCallbacks) {
  const { t } = useTranslation();
  const refresh = useRefreshPayment(id);
  return useAdminMutation({
    mutationFn: (body: Settlement) =>
      call('POST /api/admin/payments/:id/settle', { params: { id }, body }),
    onSuccess: ({ status }, { act }) =>
      toast({
        title: t(`tracking.settle.done.${act}`),
        description:
          act === 'attach'
            ? t(`tracking.settle.outcome.attach.${status}`)
            : t(`tracking.settle.outcome.${act}`),
      }),
    onError: (error) =>
      toastError(t('tracking.error.title'), t(`tracking.settle.failed.${failureOf(error)}`)),
    // After a failure too: the payment's history shows the result.
    onSettled: async (_answer, error) => {
      await refresh();
      if (error) onFailed();
      else onDone();
    },
  });
}

function failureOf(error: Error): 'not-settleable' | 'reference-taken' | 'uncertain' {
  const code = error instanceof ApiError ? error.code : null;
  return code === 'not-settleable' || code === 'reference-taken' ? code : 'uncertain';
}
