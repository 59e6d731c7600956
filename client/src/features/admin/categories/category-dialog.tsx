import { useTranslation } from 'react-i18next';
import type { AdminCategory } from '../../../../../shared/contracts/admin-catalog';
import { Dialog } from '../../../ui/dialog';
import { CategoryForm } from './category-form';

interface CategoryDialogProps {
  /** Null to create one. */
  category: AdminCategory | null;
  onClose: () => void;
}

export function CategoryDialog({ category, onClose }: CategoryDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t(category ? 'admin.categoryForm.editTitle' : 'admin.categoryForm.addTitle')}
      closeLabel={t('common.close')}
    >
      <CategoryForm category={category} onClose={onClose} />
    </Dialog>
  );
}
