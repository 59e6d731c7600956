import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAdminMutation } from '#client/features/auth/index';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { call } from '#client/lib/api/request';
import { toast, toastError } from '#client/ui/overlay/toast';
import type { WalletOperator } from '#shared/domain/phone';
import { providerName } from '#shared/domain/provider-name';

/** Refresh interval in ms, where the present state matters. */
export const ROUTES_REFRESH_MS = 30_000;

export const routesQuery = queryOptions({
  queryKey: ['/api/admin/mobile-money-routes'],
  queryFn: ({ signal }) => call('GET /api/admin/mobile-money-routes', { signal }),
  staleTime: 0,
});

export interface FixedRoute {
  operator: WalletOperator;
  /** Null returns to the order. */
  provider: string | null;
}

/** Fixes the provider of an operator, or takes that back. */
export function useFixRoute(onDone: () => void) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useAdminMutation({
    mutationFn: ({ operator, provider }: FixedRoute) =>
      call('PUT /api/admin/mobile-money-routes/:operator', {
        params: { operator },
        body: { provider },
      }),
    onSuccess(latest, { operator, provider }) {
      queryClient.setQueryData(routesQuery.queryKey, latest);
      const names = {
        operator: t(`health.routes.operator.${operator}`),
        provider: provider === null ? '' : providerName(provider),
      };
      toast({ title: t(`health.routes.done.${provider === null ? 'order' : 'fixed'}`, names) });
      onDone();
      return queryClient.invalidateQueries({ queryKey: publicConfigQuery.queryKey });
    },
    onError: () => toastError(t('health.routes.error'), t('health.routes.notChanged')),
  });
}
