import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { ErrorBoundary } from '#client/features/layout/index';
import { importWithRetry } from '#client/lib/failures/import-with-retry';
import type { Receipt } from '#shared/contracts/receipts';
import { importReceipts } from '../api';
import { isAwaitingPayment, waitingOrderOf } from '../model/payment-progress';
import { useCardVerification } from '../use-card-verification';
import { useCountdownEnd } from '../use-countdown';
import { useFailureToast, useWayBack } from '../use-failure';
import { useInitiation } from '../use-initiation';
import { useLeaveWarning } from '../use-leave-warning';
import { useOneTab } from '../use-one-tab';
import { usePaymentProgress } from '../use-payment-progress';
import { useReceipt } from '../use-receipt';
import { useStatusChecks } from '../use-status-checks';
import { EarlierPayments } from './earlier-payments';
import { EarlierReceipts } from './earlier-receipts';
import { PollingBanner } from './polling-banner';

const ReceiptDialog = lazy(async () => ({ default: (await importReceipts()).ReceiptDialog }));

/** The receipt of the payment just made; once it is saved the checkout has nothing more to do. */
function PaidReceipt({ receipt }: { receipt: Receipt }) {
  const { dispatch } = usePaymentProgress();
  const [path, navigate] = useLocation();

  const close = () => {
    dispatch({ type: 'receiptDismissed' });
    if (path === '/checkout') navigate('/categories');
  };

  return (
    <Suspense>
      <ReceiptDialog receipt={receipt} isNew onClose={close} />
    </Suspense>
  );
}

const importWaitingOverlay = () => import('./waiting-overlay');

/** Loads what is shown after the press on Pay; the checkout prefetches it. */
export async function importPaymentCode(): Promise<void> {
  await importWaitingOverlay();
  await importReceipts();
}

const WaitingOverlay = lazy(async () => ({
  // The payment continues without the overlay.
  default: (await importWithRetry(importWaitingOverlay)).WaitingOverlay,
}));

/** Follows a payment from the form to the receipt, and shows its state. */
export function FollowedPayment() {
  const { t } = useTranslation();
  const { progress, dispatch } = usePaymentProgress();

  useOneTab(progress, dispatch);
  useInitiation(progress, dispatch);
  useStatusChecks(progress, dispatch);
  useCardVerification(progress, dispatch);
  useCountdownEnd(progress, dispatch);
  useReceipt(progress, dispatch);
  useFailureToast(progress);
  useWayBack(progress);
  useLeaveWarning(isAwaitingPayment(progress), {
    text: t('checkout.status.leaveWarning'),
    // The card provider's script may navigate to the bank's page.
    mayBeRedirected: progress.phase === 'confirmingCard',
  });

  const waitingOrder = waitingOrderOf(progress);
  return (
    <>
      <EarlierPayments />
      <div className="sticky top-0 z-40">
        <PollingBanner />
        <EarlierReceipts />
      </div>
      {waitingOrder && (
        // The code of the overlay may fail to load on a bad network; the payment continues, and the
        // banner shows its state.
        <ErrorBoundary fallback={null}>
          <Suspense>
            <WaitingOverlay order={waitingOrder} />
          </Suspense>
        </ErrorBoundary>
      )}
      {progress.phase === 'receiptShown' && <PaidReceipt receipt={progress.receipt} />}
    </>
  );
}
