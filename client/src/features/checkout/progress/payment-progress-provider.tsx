import { lazy, type ReactNode, Suspense, useMemo, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBoundary } from '../../layout';
import { importWaitingOverlay } from './load-waiting-overlay';
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

const WaitingOverlay = lazy(async () => ({
  default: (await importWaitingOverlay()).WaitingOverlay,
}));

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
      {waitingOrder && (
        // Its code may not arrive on a bad network; the payment goes on, the banner tells of it.
        <ErrorBoundary fallback={null}>
          <Suspense>
            <WaitingOverlay order={waitingOrder} />
          </Suspense>
        </ErrorBoundary>
      )}
      {progress.phase === 'receiptShown' && <PaidReceipt receipt={progress.receipt} />}
    </PaymentProgressContext>
  );
}
