import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAdminMutation } from '#client/features/auth/index';
import { call } from '#client/lib/api/request';
import { toast, toastError } from '#client/ui/overlay/toast';
import type { NamedText } from '#shared/contracts/operator-words';

const REFRESH_MS = 30_000;

export const healthQuery = queryOptions({
  queryKey: ['/api/admin/health'],
  queryFn: ({ signal }) => call('GET /api/admin/health', { signal }),
  refetchInterval: REFRESH_MS,
  // An administrator who returns to the tab wants current figures.
  staleTime: 0,
});

export const operatorWordsQuery = queryOptions({
  queryKey: ['/api/admin/operator-words'],
  queryFn: ({ signal }) => call('GET /api/admin/operator-words', { signal }),
  refetchInterval: REFRESH_MS,
  staleTime: 0,
});

/** Gives a text of an operator its meaning, or takes that back. */
export function useNameText() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useAdminMutation({
    mutationFn: (named: NamedText) => call('PUT /api/admin/operator-words', { body: named }),
    onSuccess(latest) {
      queryClient.setQueryData(operatorWordsQuery.queryKey, latest);
      toast({ title: t('health.operatorWords.done') });
      return queryClient.invalidateQueries({ queryKey: healthQuery.queryKey });
    },
    onError: () => toastError(t('health.routes.error'), t('health.routes.notChanged')),
  });
}
