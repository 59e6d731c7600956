import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Receipt } from '../../../../shared/contracts/receipts';
import { Dialog } from '../../ui/dialog';
import { ReceiptCard } from './receipt-card';
import { SavedQuestion } from './saved-question';

interface ReceiptDialogProps {
  receipt: Receipt;
  /** Just paid: before it goes away the voter is asked whether the screenshot is saved. */
  isNew?: boolean;
  onClose: () => void;
}

export function ReceiptDialog({ receipt, isNew = false, onClose }: ReceiptDialogProps) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const requestClose = () => (isNew ? setIsAsking(true) : onClose());

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && requestClose()}
      title={t('receipts.card.dialogTitle')}
      isTitleHidden
      closeLabel={t('common.close')}
    >
      <div className="flex flex-col items-center gap-3 px-4 pt-4">
        {/* As large as the screen's height allows, but never too small to read. */}
        <ReceiptCard
          receipt={receipt}
          className="w-[max(15rem,min(100%,(94dvh-6.75rem)*9/16))] sm:w-[max(15rem,min(100%,(90dvh-6.75rem)*9/16))]"
        />
        <p className="max-w-xs text-center text-ivory-soft text-sm leading-snug">
          {t('receipts.card.hint')}
        </p>
      </div>
      {isAsking && <SavedQuestion onNotYet={() => setIsAsking(false)} onSaved={onClose} />}
    </Dialog>
  );
}
