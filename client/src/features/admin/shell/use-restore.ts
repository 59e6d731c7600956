import { useTranslation } from 'react-i18next';
import { useAdminMutation } from '#client/features/auth/index';
import { call } from '#client/lib/api/request';
import { toast, toastError } from '#client/ui/overlay/toast';
import { useRefreshCatalog } from './use-refresh-catalog';

/**
 * Brings back what was deleted, or a nomination that was withdrawn.
 * @param kind of the entries; also names their texts
 * @param onRestored called even where the list that offered it has gone with its last entry
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
