import { type ReactNode, useMemo, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { PaidReceipt } from './paid-receipt';
import {
  isAwaitingPayment,
  nextProgress,
  resumedProgress,
  waitingOrderOf,
} from './payment-progress';
import { PaymentProgressContext } from './payment-progress-context';
import { storedPaymentId } from './pending-payment';
import { PollingBanner } from './polling-banner';
import { useCountdownEnd } from './use-countdown-end';
import { useLeaveWarning } from './use-leave-warning';
import { useOneTab } from './use-one-tab';
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
    resumedProgress(storedPaymentId(), document.visibilityState === 'visible'),
  );
  const value = useMemo(() => ({ progress, dispatch }), [progress]);

  useOneTab(progress, dispatch);
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
