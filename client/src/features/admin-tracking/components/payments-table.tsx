import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import { ScrollRegion } from '#client/ui/scroll-region';
import type { AdminPayment } from '#shared/contracts/admin-payments';
import { methodTextKey } from '../model/payment-state';
import { formatOnClock, type TimezoneName } from '../model/timezones';
import { Copyable, PaymentId, ReceiptLink } from './copyable';
import { PaymentStatus } from './payment-status';

export interface PaymentTableRowProps {
  payment: AdminPayment;
  timezone: TimezoneName;
  onOpen: () => void;
}

/** A press on a button or a link, or the end of marking a text, is not meant for the row. */
function isMeantForRow({ target }: MouseEvent): boolean {
  const isOnControl = target instanceof Element && target.closest('a, button') !== null;
  return !isOnControl && (getSelection()?.isCollapsed ?? true);
}

function PaymentTableRow({ payment, timezone, onOpen }: PaymentTableRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { amount, currency, createdAt, deviceTimestamp, voterEmail, phoneNumber } = payment;
  const missing = <span className="text-ivory-muted">{t('tracking.table.missing')}</span>;
  return (
    // For pointers only: keys have the button of the first cell, which does the same.
    <tr
      onClick={(event) => {
        if (isMeantForRow(event)) onOpen();
      }}
      className="cursor-pointer align-top hover:bg-surface [&>td]:px-3 [&>td]:py-2"
    >
      <td>
        <PaymentId id={payment.id} onOpen={onOpen} />
      </td>
      <td className="min-w-28 tabular-nums">{formatOnClock(createdAt, language, timezone)}</td>
      <td>{t(methodTextKey(payment.provider))}</td>
      <td className="whitespace-nowrap tabular-nums">
        <span className="block font-semibold">
          {formatMoney({ amountMinor: amount, currency }, language)}
        </span>
        <span className="text-ivory-muted text-xs">
          {t('tracking.table.votes', { count: payment.totalVotes })}
        </span>
      </td>
      <td className="min-w-52">
        {voterEmail !== null && <Copyable label={t('tracking.table.email')} value={voterEmail} />}
        {phoneNumber !== null && (
          <Copyable
            label={t('tracking.table.phone')}
            value={phoneNumber}
            className="tabular-nums"
          />
        )}
        {voterEmail === null && phoneNumber === null && missing}
      </td>
      <td className="min-w-32 tabular-nums">
        {deviceTimestamp === null ? missing : formatOnClock(deviceTimestamp, language, timezone)}
        <span className="wrap-anywhere block text-ivory-muted text-xs">
          {payment.ipAddress ?? t('tracking.table.missing')}
        </span>
      </td>
      <td className="min-w-28">
        <PaymentStatus payment={payment} />
      </td>
      <td>{payment.receiptCode === null ? missing : <ReceiptLink code={payment.receiptCode} />}</td>
    </tr>
  );
}

export interface PaymentsTableProps {
  payments: readonly AdminPayment[];
  timezone: TimezoneName;
  onOpen: (id: string) => void;
}

/** Scrolls sideways within its own region where the screen is narrower than it. */
export function PaymentsTable({ payments, timezone, onOpen }: PaymentsTableProps) {
  const { t } = useTranslation();
  const columns = [
    t('tracking.table.id'),
    t('tracking.table.created'),
    t('tracking.table.provider'),
    t('tracking.table.amount'),
    `${t('tracking.table.email')} / ${t('tracking.table.phone')}`,
    `${t('tracking.table.deviceTime')} / ${t('tracking.table.ipAddress')}`,
    t('tracking.table.status'),
    t('tracking.table.receipt'),
  ];
  return (
    <ScrollRegion label={t('tracking.table.label')} className="rounded-xl bg-surface-raised">
      <table className="w-full text-left text-sm">
        <thead className="border-surface-line border-b bg-surface-high text-ivory-soft text-xs">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-3 py-2 font-semibold">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-surface-line">
          {payments.map((payment) => (
            <PaymentTableRow
              key={payment.id}
              payment={payment}
              timezone={timezone}
              onOpen={() => onOpen(payment.id)}
            />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
