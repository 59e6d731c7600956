import { CreditCard, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ReceiptListItem } from '#shared/contracts/receipts';
import { formatDateTime, formatMoney } from '../../lib/format';
import { useLanguage } from '../../lib/use-language';
import { Button } from '../../ui/button';

interface ReceiptRowProps {
  receipt: ReceiptListItem;
  onView: () => void;
}

export function ReceiptRow({ receipt, onView }: ReceiptRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { receiptCode, createdAt, provider, totalVotes, amount, currency } = receipt;
  const isCard = provider === 'stripe';
  const Icon = isCard ? CreditCard : Smartphone;
  return (
    <li className="flex flex-col gap-4 rounded-card border border-stage-line bg-stage-raised p-4 sm:flex-row sm:items-center sm:p-5">
      <div className="flex min-w-0 flex-1 items-start gap-4">
        <span className="flex size-11 shrink-0 items-center justify-center rounded-xl bg-stage-high text-gold">
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
