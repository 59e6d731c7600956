import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button';
import { Dialog } from '#client/ui/overlay/dialog';
import type { LookAlike } from '#shared/contracts/errors';

interface LookAlikeDialogProps {
  /** The artist whose name looks the same; null when there is none. */
  other: LookAlike | null;
  onOpen: (other: LookAlike) => void;
  onSave: (other: LookAlike) => void;
  onClose: () => void;
}

/** Asks before a name is saved that voters could not tell from another artist's. */
export function LookAlikeDialog({ other, onOpen, onSave, onClose }: LookAlikeDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={other !== null}
      onClose={onClose}
      title={t('artist-form.lookAlike.title')}
      description={t('artist-form.lookAlike.description', { name: other?.name })}
    >
      {other && (
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" className="grow" onClick={() => onSave(other)}>
            {t('admin.lookAlike.save')}
          </Button>
          <Button className="grow" onClick={() => onOpen(other)}>
            {t('admin.lookAlike.open')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
