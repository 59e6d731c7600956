import { Download, Printer, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canShareFiles, useShareFile } from '#client/features/share/index';
import { saveFile } from '#client/lib/save-file';
import { Button } from '#client/ui/button';
import { toastError } from '#client/ui/overlay/toast';
import type { Receipt } from '#shared/contracts/receipts';
import { useReceiptPicture } from '../api';

/** Actions on a receipt. */
export function ReceiptActions({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const getPicture = useReceiptPicture(receipt);
  const [busyWith, setBusyWith] = useState<'save' | 'share' | null>(null);
  const shareFile = useShareFile();
  const [canShare] = useState(() => canShareFiles('receipt.jpg', 'image/jpeg'));

  const shareOrDownload = async (action: 'save' | 'share') => {
    setBusyWith(action);
    try {
      const picture = await getPicture();
      if (!picture) throw new Error('There is no picture of the receipt');
      if (action === 'save') saveFile(picture.name, picture);
      else await shareFile(picture);
    } catch {
      toastError(t('receipts.picture.failed.title'), t(`receipts.picture.failed.${action}`));
    } finally {
      setBusyWith(null);
    }
  };

  return (
    <div className="flex w-full flex-wrap justify-center gap-2 sm:flex-col sm:items-stretch">
      <Button
        className="min-w-34 flex-1 px-2 text-sm sm:flex-none sm:text-base"
        isBusy={busyWith === 'save'}
        onClick={() => void shareOrDownload('save')}
      >
        {busyWith !== 'save' && <Download aria-hidden className="size-5" />}
        {t('receipts.picture.save')}
      </Button>
      {canShare && (
        <Button
          variant="outline"
          className="min-w-34 flex-1 px-2 text-sm sm:flex-none sm:text-base"
          isBusy={busyWith === 'share'}
          onClick={() => void shareOrDownload('share')}
        >
          {busyWith !== 'share' && <Share2 aria-hidden className="size-5" />}
          {t('receipts.picture.share')}
        </Button>
      )}
      <Button
        variant="ghost"
        className="hidden px-3 sm:inline-flex"
        onClick={() => window.print?.()}
      >
        <Printer aria-hidden className="size-5" />
        {t('receipts.picture.print')}
      </Button>
    </div>
  );
}
