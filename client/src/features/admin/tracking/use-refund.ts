import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError, request } from '#client/lib/api';
import { toast } from '#client/ui/toast';
import type { RefundStarted } from '#shared/contracts/admin-payments';
import { useAdminMutation } from '../../auth';
import { paymentHistory, TRACKING_KEY } from './queries';

/** Has the card provider give the money back; the server takes the votes back when it confirms. */
export function useRefund(paymentId: string, onSettled: () => void) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useAdminMutation({
    mutationFn: () => request<RefundStarted>('POST', `/api/admin/payments/${paymentId}/refund`),
    onSuccess: ({ status }) => {
      const outcome = status === 'refunded' ? 'refunded' : 'requested';
      toast({
        title: t(`tracking.refund.${outcome}.title`),
        description: t(`tracking.refund.${outcome}.description`),
      });
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('tracking.error.title'),
        description: t(`tracking.refund.failed.${failureOf(error)}`),
      }),
    // Whatever came of it, the payment's history tells.
    onSettled: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: paymentHistory(paymentId).queryKey }),
        queryClient.invalidateQueries({ queryKey: [TRACKING_KEY] }),
      ]);
      onSettled();
    },
  });
}

function failureOf(error: Error): 'refused' | 'busy' | 'uncertain' {
  if (!(error instanceof ApiError)) return 'uncertain';
  if (error.status === 409) return 'refused';
  return error.status === 429 ? 'busy' : 'uncertain';
}
