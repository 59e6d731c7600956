import { useTranslation } from 'react-i18next';
import { ScrollRegion } from '#client/ui/scroll-region';
import type { AdminPayment } from '#shared/contracts/admin-payments';
import { PaymentTableRow } from './payment-table-row';
import type { TimezoneName } from './timezones';

interface PaymentsTableProps {
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
    <ScrollRegion label={t('tracking.table.label')} className="rounded-xl bg-stage-raised">
      <table className="w-full text-left text-sm">
        <thead className="border-stage-line border-b bg-stage-high text-ivory-soft text-xs">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-3 py-2 font-semibold">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-stage-line">
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
