import { useTranslation } from 'react-i18next';
import { useAdminMutation } from '#client/features/auth/index';
import { ApiError, call } from '#client/lib/api/request';
import { toast, toastError } from '#client/ui/overlay/toast';
import { useRefreshCatalog } from './use-refresh-catalog';

/**
 * Restores a deleted entry or a withdrawn nomination, or undoes a merge of artists.
 * @param kind of the entries; also selects their texts
 * @param onRestored called even when the list that offered it has disappeared with its last entry
 */
export function useRestore(
  kind: 'artists' | 'categories' | 'nominations' | 'merges',
  onRestored?: () => void,
) {
  const { t } = useTranslation();
  const refresh = useRefreshCatalog();
  return useAdminMutation({
    mutationFn: async (id: string) => {
      const params = { id };
      await (kind === 'merges'
        ? call('POST /api/admin/artist-merges/:id/undo', { params })
        : call(`POST /api/admin/${kind}/:id/restore`, { params }));
    },
    onSuccess: () => {
      toast({ title: t(`admin.${kind}.restored`) });
      onRestored?.();
      return refresh();
    },
    onError: (error) => {
      const isFinal = error instanceof ApiError && error.code === 'merge-final';
      toastError(
        t('admin.error'),
        t(isFinal ? 'admin.merges.final' : `admin.${kind}.restoreFailed`),
      );
    },
  });
}
