import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ReceiptProof } from '#client/features/open-count/index';
import { formatDateTime } from '#client/lib/format';
import { useEditionTitle, useSupportContact } from '#client/lib/use-event';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { Dialog } from '#client/ui/overlay/dialog';
import { Separator } from '#client/ui/separator';
import { UntranslatedPart } from '#client/ui/untranslated-part';
import type { Receipt } from '#shared/contracts/receipts';
import { useReceipt } from '../api';

interface RefundedReceiptProps {
  receipt: Receipt;
  refundedAt: string;
  onClose: () => void;
}

/** Shown when the votes were withdrawn with the refund: nothing to save or share. */
export function RefundedReceipt({
  receipt: initialReceipt,
  refundedAt,
  onClose,
}: RefundedReceiptProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const contact = useSupportContact();
  const { receipt, refresh } = useReceipt(initialReceipt);
  const { artist, payment } = receipt;
  const title = useEditionTitle()(receipt.edition);
  return (
    <Dialog
      onClose={onClose}
      title={t('receipts.refunded.on', { time: formatDateTime(refundedAt, language) })}
    >
      <div className="flex flex-col gap-4">
        <p className="flex items-center gap-3 rounded-xl bg-surface p-4">
          <Undo2 aria-hidden className="size-6 shrink-0 text-amber" />
          <span className="min-w-0">
            <span className="wrap-anywhere block font-semibold">
              <UntranslatedPart part={artist.name}>
                {t('receipts.refunded.votes', { count: payment.totalVotes, artist: artist.name })}
              </UntranslatedPart>
            </span>
            <span translate="no" className="text-ivory-soft text-sm">
              {`#${payment.receiptCode}`}
              <Separator />
              {title}
            </span>
          </span>
        </p>
        <p className="text-ivory-soft">{t('receipts.refunded.meaning')}</p>
        <ReceiptProof receipt={receipt} refresh={refresh} />
        {contact && (
          <p className="wrap-anywhere text-ivory-soft text-sm">
            {t('receipts.refunded.contact', { contact })}
          </p>
        )}
        <div className="flex flex-col gap-3 sm:flex-row-reverse">
          <Button className="flex-1" onClick={onClose}>
            {t('common.close')}
          </Button>
          <Button asChild variant="outline" className="flex-1">
            <Link href="/payment-help">{t('common.footer.helpLink')}</Link>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
