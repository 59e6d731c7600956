import { CreditCard, ReceiptText, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatMoney } from '#client/lib/format';
import { useErasedSince, useEventTime } from '#client/lib/use-event';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { EmptyState } from '#client/ui/empty-state';
import type { ReceiptListItem } from '#shared/contracts/receipts';

interface ReceiptRowProps {
  receipt: ReceiptListItem;
  onView: () => void;
}

function ReceiptRow({ receipt, onView }: ReceiptRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { receiptCode, createdAt, provider, totalVotes, amount, currency } = receipt;
  const isCard = provider === 'stripe';
  const Icon = isCard ? CreditCard : Smartphone;
  return (
    <li className="flex flex-col gap-4 rounded-card border border-surface-line bg-surface-raised p-4 sm:flex-row sm:items-center sm:p-5">
      <div className="flex min-w-0 flex-1 items-start gap-4">
        <span className="flex size-11 shrink-0 items-center justify-center rounded-xl bg-surface-high text-gold">
          <Icon aria-hidden className="size-5" />
        </span>
        <div className="min-w-0">
          <p className="font-bold font-display text-lg tracking-wide">#{receiptCode}</p>
          <p className="text-ivory-soft text-sm">
            <time dateTime={createdAt}>{formatDateTime(createdAt, language)}</time>
            {' · '}
            {isCard ? t('receipts.row.card') : t('receipts.row.mobileMoney')}
          </p>
          <p className="mt-1 font-semibold">
            {t('receipts.row.votes', { count: totalVotes })}
            {' · '}
            <span className="text-gold">
              {formatMoney({ amountMinor: amount, currency }, language)}
            </span>
          </p>
        </div>
      </div>
      <Button variant="outline" onClick={onView}>
        {t('receipts.row.view')}
        <span className="sr-only"> #{receiptCode}</span>
      </Button>
    </li>
  );
}

interface ReceiptResultsProps {
  receipts: readonly ReceiptListItem[];
  onView: (receiptCode: string) => void;
}

export function ReceiptResults({ receipts, onView }: ReceiptResultsProps) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const erasedSince = useErasedSince();
  if (receipts.length === 0) {
    return (
      <EmptyState
        className="rounded-card border border-surface-line bg-surface-raised"
        icon={<ReceiptText aria-hidden />}
        heading={t(erasedSince ? 'receipts.erased.title' : 'receipts.none.title')}
        hint={
          erasedSince
            ? t('receipts.erased.hint', { time: eventTime(erasedSince) })
            : t('receipts.none.hint')
        }
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
