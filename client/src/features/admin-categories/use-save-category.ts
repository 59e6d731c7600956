import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AdminCategory, CategoryInput } from '#shared/contracts/admin-catalog';
import { ApiError, call } from '../../lib/api/request';
import { toast, toastError } from '../../ui/overlay/toast';
import { refusedFields } from '../admin-drafts';
import { useRefreshCatalog } from '../admin-shell';
import { useAdminMutation } from '../auth';
import { adminCategoriesQuery } from './api';

/** Begins the key of every change made from the form. */
export const CATEGORY_CHANGES = 'category-form';

/** What stands in the way of a save since the form was opened. */
export type SaveConflict = { kind: 'deleted' } | { kind: 'changed'; theirs: AdminCategory };

interface SaveCategoryOptions {
  /** Null to create one. */
  id: string | null;
  onSaved: () => void;
  onConflict: (conflict: SaveConflict) => void;
  /** Takes the paths of the fields that the server does not accept. */
  onRefused: (paths: string[]) => void;
}

export function useSaveCategory({ id, onSaved, onConflict, onRefused }: SaveCategoryOptions) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const refresh = useRefreshCatalog();

  /** Null when the failure was another one. */
  async function findConflict(error: Error): Promise<SaveConflict | null> {
    if (!id || !(error instanceof ApiError) || ![404, 409].includes(error.status)) return null;
    const list = await queryClient.fetchQuery({ ...adminCategoriesQuery, staleTime: 0 });
    const theirs = list.find((category) => category.id === id);
    return theirs ? { kind: 'changed', theirs } : { kind: 'deleted' };
  }

  return useAdminMutation({
    mutationKey: [CATEGORY_CHANGES],
    mutationFn: (input: CategoryInput) =>
      id
        ? call('PUT /api/admin/categories/:id', { params: { id }, body: input })
        : call('POST /api/admin/categories', { body: input }),
    onSuccess: () => {
      toast({ title: t(id ? 'admin.categories.updated' : 'admin.categories.createdToast') });
      onSaved();
      return refresh();
    },
    onError: async (error) => {
      const conflict = await findConflict(error).catch(() => null);
      if (conflict) return onConflict(conflict);
      onRefused(refusedFields(error));
      toastError(
        t('admin.error'),
        t(id ? 'admin.categories.updateFailed' : 'admin.categories.createFailed'),
      );
    },
  });
}
