import { useTranslation } from 'react-i18next';
import { useRefreshCatalog } from '#client/features/admin/shell/index';
import { useAdminMutation } from '#client/features/auth/index';
import { call } from '#client/lib/api/request';
import { toast, toastError } from '#client/ui/overlay/toast';
import type { AdminCategory } from '#shared/contracts/admin-catalog';

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
