import { type ReactNode, useEffect, useMemo, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { PaidReceipt } from './paid-receipt';
import {
  isAwaitingPayment,
  nextProgress,
  pendingPaymentIdOf,
  resumedProgress,
  waitingOrderOf,
} from './payment-progress';
import { PaymentProgressContext } from './payment-progress-context';
import { storedPaymentId, storePaymentId } from './pending-payment';
import { PollingBanner } from './polling-banner';
import { useCountdownEnd } from './use-countdown-end';
import { useLeaveWarning } from './use-leave-warning';
import { useReceipt } from './use-receipt';
import { useStatusChecks } from './use-status-checks';
import { WaitingOverlay } from './waiting-overlay';

/**
 * Follows a mobile money payment from the form to the receipt, on whatever page the voter is.
 * Stands above the routes, so that a reload or another page finds a payment still under way.
 */
export function PaymentProgressProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [progress, dispatch] = useReducer(nextProgress, null, () =>
    resumedProgress(storedPaymentId()),
  );
  const value = useMemo(() => ({ progress, dispatch }), [progress]);

  const pendingPaymentId = pendingPaymentIdOf(progress);
  useEffect(() => storePaymentId(pendingPaymentId), [pendingPaymentId]);
  useStatusChecks(progress, dispatch);
  useCountdownEnd(progress, dispatch);
  useReceipt(progress, dispatch);
  useLeaveWarning(isAwaitingPayment(progress), t('checkout.status.leaveWarning'));

  const waitingOrder = waitingOrderOf(progress);
  return (
    <PaymentProgressContext value={value}>
      <PollingBanner />
      {children}
      {waitingOrder && <WaitingOverlay order={waitingOrder} />}
      {progress.phase === 'receiptShown' && <PaidReceipt receipt={progress.receipt} />}
    </PaymentProgressContext>
  );
}
