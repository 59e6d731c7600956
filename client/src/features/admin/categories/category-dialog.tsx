import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/ui/dialog';
import type { AdminCategory } from '#shared/contracts/admin-catalog';
import { UnsavedDialog } from '../drafts/unsaved-dialog';
import { CategoryForm } from './category-form';
import { useCategoryForm } from './use-category-form';

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
        open
        size="lg"
        onOpenChange={(isOpen) => {
          if (!isOpen) form.cancel();
        }}
        title={t(category ? 'admin.categoryForm.editTitle' : 'admin.categoryForm.addTitle')}
        closeLabel={t('common.close')}
      >
        <CategoryForm category={category} form={form} />
      </Dialog>
      <UnsavedDialog open={form.isAskingToLeave} onStay={form.stay} onLeave={form.leave} />
    </>
  );
}
