import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { call } from '#client/lib/api/request';
import { Button } from '#client/ui/button';
import { toast, toastError } from '#client/ui/overlay/toast';
import { useAdminMutation } from '../../auth';
import { TRACKING_KEY } from '../api';

/** Has the server check all pending mobile money payments; absent while that method is off. */
export function CheckPaymentsButton() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { data: config } = useQuery(publicConfigQuery);
  const check = useAdminMutation({
    mutationFn: (provider: string) =>
      call('POST /api/admin/check-:provider-payments', { params: { provider } }),
    onSuccess: ({ checked, updated, left }) => {
      const done = t('tracking.check.checked', { count: checked, updated });
      const more = t('tracking.check.left', { count: left });
      toast({
        title: t('tracking.check.done'),
        description: left > 0 ? `${done}. ${more}` : done,
      });
      return queryClient.invalidateQueries({ queryKey: [TRACKING_KEY] });
    },
    onError: () => toastError(t('tracking.error.title'), t('tracking.check.failed')),
  });
  // Until it is known, the button keeps its place: nothing moves when it may be pressed.
  if (config && !config.methods.mobileMoney) return null;
  return (
    <Button
      variant="outline"
      size="sm"
      isBusy={check.isPending}
      disabled={!config}
      onClick={() => config && check.mutate(config.mobileMoneyProvider)}
    >
      {!check.isPending && <RefreshCw aria-hidden className="size-4" />}
      {t('tracking.check.action')}
    </Button>
  );
}
