import { useTranslation } from 'react-i18next';
import type { AdminCategory } from '#shared/contracts/admin-catalog';
import { call } from '../../lib/api/request';
import { toast, toastError } from '../../ui/overlay/toast';
import { useRefreshCatalog } from '../admin-shell';
import { useAdminMutation } from '../auth';

/** Hides a category from visitors or shows it again, and explains the effect. */
export function useVisibility({ id, isHidden }: AdminCategory) {
  const { t } = useTranslation();
  const refresh = useRefreshCatalog();
  return useAdminMutation({
    mutationFn: () =>
      call('PUT /api/admin/categories/:id/visibility', {
        params: { id },
        body: { isHidden: !isHidden },
      }),
    onSuccess: (category) => {
      const state = category.isHidden ? 'nowHidden' : 'nowShown';
      toast({
        title: t(`admin.categories.${state}.title`),
        description: t(`admin.categories.${state}.description`),
      });
      return refresh();
    },
    onError: () => {
      toastError(t('admin.error'), t('admin.categories.visibilityFailed'));
      return refresh();
    },
  });
}
