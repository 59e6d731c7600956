import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import type { AdminPaymentHistory } from '#shared/contracts/admin-payments';
import { methodTextKey } from '../model/payment-state';
import { formatOnClock, type TimezoneName } from '../model/timezones';
import { Copyable, ReceiptLink } from './copyable';
import { PaymentStatus } from './payment-status';

interface HistoryDetailsProps {
  payment: AdminPaymentHistory['payment'];
  timezone: TimezoneName;
}

export function HistoryDetails({ payment, timezone }: HistoryDetailsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { amount, currency, provider, providerName, receiptCode } = payment;
  const at = (instant: string | null) =>
    instant === null ? null : formatOnClock(instant, language, timezone);
  const copyable = (label: string, value: string | null) =>
    value === null ? null : <Copyable label={label} value={value} />;
  return (
    <section aria-labelledby="payment-details" className="min-w-0">
      <h3 id="payment-details" className="mb-2 font-bold text-base">
        {t('tracking.history.details')}
      </h3>
      <dl className="flex flex-col divide-y divide-surface-line">
        <Detail name={t('tracking.table.status')}>
          <PaymentStatus payment={payment} />
        </Detail>
        <Detail name={t('tracking.table.amount')}>
          {formatMoney({ amountMinor: amount, currency }, language)}
          {' · '}
          {t('tracking.table.votes', { count: payment.totalVotes })}
        </Detail>
        <Detail name={t('tracking.table.provider')}>
          {t(methodTextKey(provider))} ({providerName})
        </Detail>
        <Detail name={t('tracking.table.id')}>
          {copyable(t('tracking.table.id'), payment.id)}
        </Detail>
        <Detail name={t('tracking.history.providerRef')}>
          {copyable(t('tracking.history.providerRef'), payment.providerRef)}
        </Detail>
        <Detail name={t('tracking.table.receipt')}>
          {receiptCode !== null && <ReceiptLink code={receiptCode} />}
        </Detail>
        <Detail name={t('tracking.table.email')}>
          {copyable(t('tracking.table.email'), payment.voterEmail)}
        </Detail>
        <Detail name={t('tracking.table.phone')}>
          {copyable(t('tracking.table.phone'), payment.phoneNumber)}
        </Detail>
        <Detail name={t('tracking.table.created')}>{at(payment.createdAt)}</Detail>
        <Detail name={t('tracking.history.attemptedAt')}>{at(payment.attemptedAt)}</Detail>
        <Detail name={t('tracking.history.completedAt')}>{at(payment.completedAt)}</Detail>
        <Detail name={t('tracking.history.nextCheck')}>
          {at(payment.nextCheckAt) ?? t('tracking.history.noCheck')}
          {' · '}
          {t('tracking.history.checks', { count: payment.checkCount })}
        </Detail>
        <Detail name={t('tracking.table.deviceTime')}>{at(payment.deviceTimestamp)}</Detail>
        <Detail name={t('tracking.table.ipAddress')}>{payment.ipAddress}</Detail>
        <Detail name={t('tracking.history.browser')}>{payment.userAgent}</Detail>
      </dl>
    </section>
  );
}

/** An unknown value shows the same text as in the table. */
function Detail({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="grid grid-cols-[minmax(6rem,2fr)_3fr] items-baseline gap-3 py-1.5">
      <dt className="text-ivory-muted">{name}</dt>
      <dd className="wrap-anywhere min-w-0">{children || t('tracking.table.missing')}</dd>
    </div>
  );
}
