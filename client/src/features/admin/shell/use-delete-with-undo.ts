import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAdminMutation } from '#client/features/auth/index';
import { ApiError, call } from '#client/lib/api/request';
import { toast, toastError } from '#client/ui/overlay/toast';
import { useRefreshCatalog } from './use-refresh-catalog';
import { useRestore } from './use-restore';

interface Deleted {
  id: string;
  /** Votes that stay in the ledger. */
  voteCount: number;
}

/**
 * Deletes at once, as specified, and shows a toast that says what stays and offers to undo it.
 * @param kind of the entries; also selects their list and texts
 */
export function useDeleteWithUndo(kind: 'artists' | 'categories') {
  const listPath = `/api/admin/${kind}` as const;
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const refresh = useRefreshCatalog();
  const restore = useRestore(kind);
  const showError = (description: string) => toastError(t('admin.error'), description);

  return useAdminMutation({
    mutationFn: ({ id }: Deleted) => call(`DELETE ${listPath}/:id`, { params: { id } }),
    onSuccess: (_answer, { id, voteCount }) => {
      toast({
        title: t(`admin.${kind}.deleted`),
        ...(voteCount > 0 && { description: t('admin.votesStay', { count: voteCount }) }),
        action: { label: t('admin.undo'), run: () => restore.mutate(id) },
      });
      queryClient.setQueryData<{ id: string }[]>([listPath], (list) =>
        list?.filter((entry) => entry.id !== id),
      );
      // Not awaited: the deletion is complete, and the focus must move now.
      void refresh();
    },
    onError: (error) => {
      const isGone = error instanceof ApiError && [404, 409].includes(error.status);
      showError(isGone ? t('admin.alreadyDeleted') : t(`admin.${kind}.deleteFailed`));
      if (isGone) void refresh();
    },
  });
}
