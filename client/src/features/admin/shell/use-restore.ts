import { useTranslation } from 'react-i18next';
import { useAdminMutation } from '#client/features/auth/index';
import { call } from '#client/lib/api/request';
import { toast, toastError } from '#client/ui/overlay/toast';
import { useRefreshCatalog } from './use-refresh-catalog';

/**
 * Restores a deleted entry or a withdrawn nomination.
 * @param kind of the entries; also selects their texts
 * @param onRestored called even when the list that offered it has disappeared with its last entry
 */
export function useRestore(
  kind: 'artists' | 'categories' | 'nominations',
  onRestored?: () => void,
) {
  const { t } = useTranslation();
  const refresh = useRefreshCatalog();
  return useAdminMutation({
    mutationFn: (id: string) => call(`POST /api/admin/${kind}/:id/restore`, { params: { id } }),
    onSuccess: () => {
      toast({ title: t(`admin.${kind}.restored`) });
      onRestored?.();
      return refresh();
    },
    onError: () => toastError(t('admin.error'), t(`admin.${kind}.restoreFailed`)),
  });
}
