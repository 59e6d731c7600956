import { useTranslation } from 'react-i18next';
import { formatMoney } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import { methodTextKey } from '../model/payment-state';
import { formatOnClock } from '../model/timezones';
import { Copyable, PaymentId, ReceiptLink } from './copyable';
import { PaymentStatus } from './payment-status';
import type { PaymentsTableProps, PaymentTableRowProps } from './payments-table';

/** The table's rows for phones. */
export function PaymentCards({ payments, timezone, onOpen }: PaymentsTableProps) {
  const { t } = useTranslation();
  return (
    <ul aria-label={t('tracking.table.label')} className="flex flex-col gap-3">
      {payments.map((payment) => (
        <PaymentCard
          key={payment.id}
          payment={payment}
          timezone={timezone}
          onOpen={() => onOpen(payment.id)}
        />
      ))}
    </ul>
  );
}

function PaymentCard({ payment, timezone, onOpen }: PaymentTableRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { amount, currency, voterEmail, phoneNumber, receiptCode, ipAddress } = payment;
  return (
    <li className="rounded-xl border border-surface-line bg-surface-raised px-4 py-3 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <PaymentId id={payment.id} onOpen={onOpen} />
        <p className="ml-auto pt-2 text-right">
          <span className="block font-bold text-base tabular-nums">
            {formatMoney({ amountMinor: amount, currency }, language)}
          </span>
          <span className="text-ivory-muted">
            {t(methodTextKey(payment.provider))}
            {' · '}
            {t('tracking.table.votes', { count: payment.totalVotes })}
          </span>
        </p>
      </div>
      <PaymentStatus payment={payment} />
      <p className="mt-1 text-ivory-soft tabular-nums">
        {formatOnClock(payment.createdAt, language, timezone)}
      </p>
      {voterEmail !== null && <Copyable label={t('tracking.table.email')} value={voterEmail} />}
      {phoneNumber !== null && <Copyable label={t('tracking.table.phone')} value={phoneNumber} />}
      {receiptCode !== null && <ReceiptLink code={receiptCode} />}
      <p className="wrap-anywhere text-ivory-muted">
        {t('tracking.table.ipAddress')} {ipAddress ?? t('tracking.table.missing')}
      </p>
    </li>
  );
}
