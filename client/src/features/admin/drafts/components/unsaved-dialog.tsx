import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button';
import { Dialog } from '#client/ui/overlay/dialog';

interface UnsavedDialogProps {
  open: boolean;
  onStay: () => void;
  onLeave: () => void;
}

export function UnsavedDialog({ open, onStay, onLeave }: UnsavedDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onClose={onStay}
      title={t('admin.unsaved.title')}
      description={t('admin.unsaved.description')}
    >
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" className="grow" onClick={onStay}>
          {t('admin.unsaved.stay')}
        </Button>
        <Button variant="danger" className="grow" onClick={onLeave}>
          {t('admin.unsaved.leave')}
        </Button>
      </div>
    </Dialog>
  );
}
