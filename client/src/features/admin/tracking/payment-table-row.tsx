import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import type { AdminPayment } from '#shared/contracts/admin-payments';
import { Copyable } from './copyable';
import { PaymentId } from './payment-id';
import { PaymentStatus } from './payment-status';
import { providerTextKey } from './provider-text';
import { ReceiptLink } from './receipt-link';
import { formatOnClock, type TimezoneName } from './timezones';

interface PaymentTableRowProps {
  payment: AdminPayment;
  timezone: TimezoneName;
  onOpen: () => void;
}

/** A press on a button or a link, or the end of marking a text, is not meant for the row. */
function isMeantForRow({ target }: MouseEvent): boolean {
  const isOnControl = target instanceof Element && target.closest('a, button') !== null;
  return !isOnControl && (getSelection()?.isCollapsed ?? true);
}

export function PaymentTableRow({ payment, timezone, onOpen }: PaymentTableRowProps) {
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
      className="cursor-pointer align-top hover:bg-stage [&>td]:px-3 [&>td]:py-2"
    >
      <td>
        <PaymentId id={payment.id} onOpen={onOpen} />
      </td>
      <td className="min-w-28 tabular-nums">{formatOnClock(createdAt, language, timezone)}</td>
      <td>{t(providerTextKey(payment.provider))}</td>
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
