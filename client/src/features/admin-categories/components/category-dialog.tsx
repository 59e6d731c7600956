import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/ui/overlay/dialog';
import type { AdminCategory } from '#shared/contracts/admin-catalog';
import { UnsavedDialog } from '../../admin-drafts';
import { useCategoryForm } from '../use-category-form';
import { CategoryForm } from './category-form';

interface CategoryDialogProps {
  /** Null to create one. */
  category: AdminCategory | null;
  /** Goes on with the draft that was kept. */
  isRestored: boolean;
  onClose: () => void;
}

export function CategoryDialog({ category, isRestored, onClose }: CategoryDialogProps) {
  const { t } = useTranslation();
  const form = useCategoryForm({ category, isRestored, onClose });
  return (
    <>
      <Dialog
        size="lg"
        onClose={form.cancel}
        title={t(category ? 'admin.categoryForm.editTitle' : 'admin.categoryForm.addTitle')}
        closeLabel={t('common.close')}
      >
        <CategoryForm category={category} form={form} />
      </Dialog>
      <UnsavedDialog open={form.guard.isAsking} onStay={form.guard.stay} onLeave={form.leave} />
    </>
  );
}
