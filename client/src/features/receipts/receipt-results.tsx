import { ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ReceiptListItem } from '#shared/contracts/receipts';
import { EmptyState } from '../../ui/empty-state';
import { ReceiptRow } from './receipt-row';

interface ReceiptResultsProps {
  receipts: readonly ReceiptListItem[];
  onView: (receiptCode: string) => void;
}

export function ReceiptResults({ receipts, onView }: ReceiptResultsProps) {
  const { t } = useTranslation();
  if (receipts.length === 0) {
    return (
      <EmptyState
        className="rounded-card border border-stage-line bg-stage-raised"
        icon={<ReceiptText aria-hidden />}
        heading={t('receipts.none.title')}
        hint={t('receipts.none.hint')}
      />
    );
  }
  return (
    <section aria-labelledby="receipts-found">
      <div role="status">
        <h2 id="receipts-found" className="font-bold text-2xl">
          {t('receipts.found', { count: receipts.length })}
        </h2>
      </div>
      <ul className="mt-4 flex flex-col gap-3">
        {receipts.map((receipt) => (
          <ReceiptRow
            key={receipt.receiptCode}
            receipt={receipt}
            onView={() => onView(receipt.receiptCode)}
          />
        ))}
      </ul>
    </section>
  );
}
