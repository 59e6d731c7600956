import { clsx } from 'clsx';
import { Ban, CircleCheck, CircleX, Clock, Flag, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#client/ui/badge';
import { Separator } from '#client/ui/separator';
import type { AdminPayment } from '#shared/contracts/admin-payments';
import { flagTextKey } from '../model/history-event';
import { paymentState } from '../model/payment-state';

/** Each has an icon and a word, because colour alone is not accessible. */
const STYLES = {
  completed: { Icon: CircleCheck, className: 'text-success' },
  attempted: { Icon: Clock, className: 'text-gold' },
  abandoned: { Icon: Ban, className: 'text-ivory-muted' },
  failed: { Icon: CircleX, className: 'text-alert' },
};

interface PaymentStatusProps {
  payment: AdminPayment;
  /** True for one line in a table. */
  isInline?: boolean;
}

/**
 * The status of a payment, why it failed or is not paid yet, and what an administrator should
 * review.
 */
export function PaymentStatus({ payment, isInline = false }: PaymentStatusProps) {
  const { t } = useTranslation();
  const state = paymentState(payment);
  const { Icon, className } = STYLES[state];
  const reason = payment.failureReason ?? payment.declineReason;
  return (
    <div className={clsx('flex min-w-0 gap-1', isInline ? 'items-center' : 'flex-col items-start')}>
      <span className={clsx('flex items-center gap-1.5 font-semibold', className)}>
        <Icon aria-hidden className="size-4 shrink-0" />
        {t(`tracking.state.${state}`)}
      </span>
      {reason !== null && (
        <span
          title={isInline ? t(`tracking.reason.${reason}`) : undefined}
          className={clsx(
            'text-ivory-soft text-xs',
            isInline && 'line-clamp-1 max-w-44 whitespace-normal break-all',
          )}
        >
          {isInline && <Separator />}
          {t(`tracking.reason.${reason}`)}
        </span>
      )}
      {payment.recoveredAt !== null && (
        <Badge className="px-2 py-0.5">
          <RotateCcw aria-hidden />
          {t('tracking.state.recovered')}
        </Badge>
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
