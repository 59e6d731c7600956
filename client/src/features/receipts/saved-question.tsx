import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';

interface SavedQuestionProps {
  onNotYet: () => void;
  onSaved: () => void;
}

export function SavedQuestion({ onNotYet, onSaved }: SavedQuestionProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onNotYet()}
      title={t('receipts.saved.question')}
      description={t('receipts.saved.hint')}
      closeLabel={t('common.close')}
    >
      <div className="flex flex-col gap-3 pt-2 sm:flex-row-reverse">
        <Button className="flex-1" onClick={onSaved}>
          {t('receipts.saved.yes')}
        </Button>
        <Button variant="outline" className="flex-1" onClick={onNotYet}>
          {t('receipts.saved.notYet')}
        </Button>
      </div>
    </Dialog>
  );
}
