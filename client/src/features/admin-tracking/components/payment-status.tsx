import { clsx } from 'clsx';
import { Ban, CircleCheck, CircleX, Clock, Flag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#client/ui/badge';
import type { AdminPayment } from '#shared/contracts/admin-payments';
import { flagTextKey } from '../model/history-event';
import { paymentState } from '../model/payment-state';

/** Each has an icon and a word, because colour alone is not accessible. */
const LOOKS = {
  completed: { Icon: CircleCheck, className: 'text-success' },
  attempted: { Icon: Clock, className: 'text-gold' },
  abandoned: { Icon: Ban, className: 'text-ivory-muted' },
  failed: { Icon: CircleX, className: 'text-alert' },
};

/** How a payment stands, why it failed, and what an administrator should look at. */
export function PaymentStatus({ payment }: { payment: AdminPayment }) {
  const { t } = useTranslation();
  const state = paymentState(payment);
  const { Icon, className } = LOOKS[state];
  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      <Badge className={clsx('bg-surface-raised px-2 py-0.5', className)}>
        <Icon aria-hidden />
        {t(`tracking.state.${state}`)}
      </Badge>
      {payment.failureReason !== null && (
        <span className="text-ivory-soft text-xs">
          {t(`tracking.reason.${payment.failureReason}`)}
        </span>
      )}
      {payment.flags.map((flag) => (
        <Badge key={flag} variant="amber" className="px-2 py-0.5">
          <Flag aria-hidden />
          {t(flagTextKey(flag))}
        </Badge>
      ))}
    </div>
  );
}
