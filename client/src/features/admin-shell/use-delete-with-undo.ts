import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '../../lib/api/request';
import { toast, toastError } from '../../ui/overlay/toast';
import { useAdminMutation } from '../auth';
import { useRefreshCatalog } from './use-refresh-catalog';

interface DeletionTexts {
  deleted: string;
  failed: string;
  restored: string;
  restoreFailed: string;
}

/**
 * Deletes at once, as specified, and offers to take it back in the toast.
 * @param listPath of the list that loses the entry; also the path of its entries
 */
export function useDeleteWithUndo(
  listPath: '/api/admin/artists' | '/api/admin/categories',
  texts: DeletionTexts,
) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const refresh = useRefreshCatalog();
  const complain = (description: string) => toastError(t('admin.error'), description);

  const restore = useAdminMutation({
    mutationFn: (id: string) => call(`POST ${listPath}/:id/restore`, { params: { id } }),
    onSuccess: () => {
      toast({ title: texts.restored });
      return refresh();
    },
    onError: () => complain(texts.restoreFailed),
  });

  return useAdminMutation({
    mutationFn: (id: string) => call(`DELETE ${listPath}/:id`, { params: { id } }),
    onSuccess: (_answer, id) => {
      toast({
        title: texts.deleted,
        action: { label: t('admin.undo'), run: () => restore.mutate(id) },
      });
      queryClient.setQueryData<{ id: string }[]>([listPath], (list) =>
        list?.filter((entry) => entry.id !== id),
      );
      // Not waited for: the deletion is done, and who follows it up (the focus) is due now.
      void refresh();
    },
    onError: (error) => {
      const isGone = error instanceof ApiError && [404, 409].includes(error.status);
      complain(isGone ? t('admin.alreadyDeleted') : texts.failed);
      if (isGone) void refresh();
    },
  });
}
