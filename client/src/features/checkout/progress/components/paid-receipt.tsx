import { lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import type { Receipt } from '#shared/contracts/receipts';
import { importReceipts } from '../api';
import { usePaymentProgress } from '../use-payment-progress';

const ReceiptDialog = lazy(async () => ({ default: (await importReceipts()).ReceiptDialog }));

/** The receipt of the payment just made; once it is saved, the checkout is finished. */
export function PaidReceipt({ receipt }: { receipt: Receipt }) {
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
