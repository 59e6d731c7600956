import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefreshCatalog } from '#client/features/admin/shell/index';
import { useAdminMutation } from '#client/features/auth/index';
import { call } from '#client/lib/api/request';
import { toastError } from '#client/ui/overlay/toast';
import type { AdminCategory } from '#shared/contracts/admin-catalog';
import { adminCategoriesQuery } from './api';

/** Reorders the categories: on screen at once, for everyone else once it is saved. */
export function useCategoryOrder(): (ids: string[]) => void {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const refresh = useRefreshCatalog();
  const { queryKey } = adminCategoriesQuery;
  /**
   * Order still to be saved: of many moves in quick succession, only the last is sent once the
   * previous request has finished.
   */
  const latestOrder = useRef<string[]>([]);
  const save = useAdminMutation({
    scope: { id: 'category-order' },
    mutationFn: async (ids: string[]) => {
      if (ids !== latestOrder.current) return;
      await call('PUT /api/admin/categories/order', { body: { ids } });
    },
    onSuccess: (_answer, ids) => (ids === latestOrder.current ? refresh() : undefined),
    onError: () => {
      toastError(t('admin.error'), t('admin.categories.orderFailed'));
      return refresh();
    },
  });
  return (ids) => {
    latestOrder.current = ids;
    // A response to an earlier request would undo the move.
    void queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData<AdminCategory[]>(queryKey, (list = []) =>
      [...list].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
    );
    save.mutate(ids);
  };
}
