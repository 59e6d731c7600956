import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import { Separated } from '#client/ui/separator';
import type { AdminPaymentHistory } from '#shared/contracts/admin-payments';
import { methodTextKey } from '../model/payment-state';
import { formatOnClock, type TimezoneName } from '../model/timezones';
import { Copyable, ReceiptLink } from './copyable';
import { PaymentStatus } from './payment-status';

interface HistorySectionProps {
  id: string;
  title: string;
  children: ReactNode;
}

export const HistorySection = ({ id, title, children }: HistorySectionProps) => (
  <section aria-labelledby={id} className="min-w-0">
    <h3 id={id} className="mb-2 font-bold text-base">
      {title}
    </h3>
    {children}
  </section>
);

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
  const copyable = (label: string, value: string | null): [string, ReactNode] => [
    label,
    value !== null && <Copyable label={label} value={value} />,
  ];
  const details: [name: string, value: ReactNode][] = [
    [t('tracking.table.status'), <PaymentStatus key="status" payment={payment} />],
    [
      t('tracking.table.amount'),
      <Separated
        key="amount"
        items={[
          formatMoney({ amountMinor: amount, currency }, language),
          t('tracking.table.votes', { count: payment.totalVotes }),
        ]}
      />,
    ],
    [t('tracking.table.provider'), `${t(methodTextKey(provider))} (${providerName})`],
    copyable(t('tracking.table.id'), payment.id),
    copyable(t('tracking.history.providerRef'), payment.providerRef),
    [t('tracking.table.receipt'), receiptCode && <ReceiptLink key="receipt" code={receiptCode} />],
    ...(payment.erasedAt === null
      ? [
          copyable(t('tracking.table.email'), payment.voterEmail),
          copyable(t('tracking.table.phone'), payment.phoneNumber),
        ]
      : [[t('tracking.history.erased'), at(payment.erasedAt)] satisfies [string, ReactNode]]),
    [t('tracking.table.created'), at(payment.createdAt)],
    [t('tracking.history.attemptedAt'), at(payment.attemptedAt)],
    [t('tracking.history.completedAt'), at(payment.completedAt)],
    ...(payment.recoveredAt === null
      ? []
      : [
          [t('tracking.history.recoveredAt'), at(payment.recoveredAt)] satisfies [
            string,
            ReactNode,
          ],
        ]),
    [
      t('tracking.history.nextCheck'),
      <Separated
        key="next"
        items={[
          at(payment.nextCheckAt) ?? t('tracking.history.noCheck'),
          t('tracking.history.checks', { count: payment.checkCount }),
        ]}
      />,
    ],
  ];
  if (payment.erasedAt === null) {
    details.push(
      [t('tracking.table.deviceTime'), at(payment.deviceTimestamp)],
      [t('tracking.table.ipAddress'), payment.ipAddress],
      [t('tracking.history.browser'), payment.userAgent],
    );
  }
  return (
    <HistorySection id="payment-details" title={t('tracking.history.details')}>
      <dl className="flex flex-col divide-y divide-surface-line">
        {details.map(([name, value]) => (
          <div key={name} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
            <dt className="min-w-0 grow-2 basis-[min(100%,7rem)] text-ivory-muted">{name}</dt>
            {/* An unknown value gets the same text as in the table. */}
            <dd className="min-w-0 grow-3 basis-[min(100%,9rem)]">
              {value || t('tracking.table.missing')}
            </dd>
          </div>
        ))}
      </dl>
    </HistorySection>
  );
}
