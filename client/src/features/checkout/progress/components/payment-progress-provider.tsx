import { lazy, type ReactNode, Suspense, useMemo, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBoundary } from '#client/features/layout';
import { isBrowser } from '#client/lib/page/page-drawing';
import { cardReturn } from '../model/card-return';
import { nextProgress } from '../model/next-progress';
import {
  IDLE,
  isAwaitingPayment,
  type PaymentProgress,
  progressOnReturn,
  resumedProgress,
  waitingOrderOf,
} from '../model/payment-progress';
import { storedPayment } from '../model/pending-payment';
import { useCardVerification } from '../use-card-verification';
import { useCountdownEnd } from '../use-countdown';
import { useLeaveWarning } from '../use-leave-warning';
import { useOneTab } from '../use-one-tab';
import { PaymentProgressContext } from '../use-payment-progress';
import { useReceipt } from '../use-receipt';
import { useStatusChecks } from '../use-status-checks';
import { PaidReceipt } from './paid-receipt';
import { PollingBanner } from './polling-banner';

/** Not part of the first load; the checkout fetches it ahead of the press that opens it. */
export const importWaitingOverlay = () => import('./waiting-overlay');

const WaitingOverlay = lazy(async () => ({
  default: (await importWaitingOverlay()).WaitingOverlay,
}));

function firstProgress(): PaymentProgress {
  if (!isBrowser) return IDLE;
  const verification = cardReturn();
  if (verification) return progressOnReturn(verification);
  return resumedProgress(storedPayment(), document.visibilityState === 'visible');
}

/**
 * Follows a payment from the form to the receipt, on whatever page the voter is.
 * Stands above the routes, so that a reload or another page finds a payment still under way.
 */
export function PaymentProgressProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [progress, dispatch] = useReducer(nextProgress, null, firstProgress);
  const value = useMemo(() => ({ progress, dispatch }), [progress]);

  useOneTab(progress, dispatch);
  useStatusChecks(progress, dispatch);
  useCardVerification(progress, dispatch);
  useCountdownEnd(progress, dispatch);
  useReceipt(progress, dispatch);
  useLeaveWarning(isAwaitingPayment(progress), {
    text: t('checkout.status.leaveWarning'),
    // The card provider's script may lead to the bank's page.
    mayBeSentAway: progress.phase === 'confirmingCard',
  });

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
