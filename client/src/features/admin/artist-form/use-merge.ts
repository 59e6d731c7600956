import { useTranslation } from 'react-i18next';
import { useRefreshCatalog, useRestore } from '#client/features/admin/shell/index';
import { useAdminMutation } from '#client/features/auth/index';
import { ApiError, call } from '#client/lib/api/request';
import { toast, toastError } from '#client/ui/overlay/toast';
import type { MergePreview } from '#shared/contracts/admin-catalog';

interface Merge {
  id: string;
  into: string;
  /** As shown to the administrator. */
  preview: MergePreview;
}

/** Merges two artists, and shows a toast that offers to undo it. */
export function useMerge({ onMerged, onFailed }: { onMerged: () => void; onFailed: () => void }) {
  const { t } = useTranslation();
  const refresh = useRefreshCatalog();
  const undo = useRestore('merges');
  return useAdminMutation({
    mutationFn: ({ id, into, preview }: Merge) => {
      const { artist, into: standing } = preview;
      const body = { into, version: artist.version, intoVersion: standing.version };
      return call('POST /api/admin/artists/:id/merge', { params: { id }, body });
    },
    onSuccess: ({ id }, { preview }) => {
      toast({
        title: t('artist-form.merge.done', {
          name: preview.artist.name,
          into: preview.into.name,
        }),
        action: { label: t('admin.merges.undo'), run: () => undo.mutate(id) },
      });
      void refresh();
      onMerged();
    },
    onError: (error) => {
      const isChanged = error instanceof ApiError && [404, 409].includes(error.status);
      toastError(
        t('artist-form.error'),
        t(isChanged ? 'artist-form.merge.changed' : 'artist-form.merge.failed'),
      );
      onFailed();
    },
  });
}
