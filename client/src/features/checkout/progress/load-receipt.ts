import { request } from '#client/lib/api';
import { importOrReload } from '#client/lib/import-or-reload';
import type { PaymentReceiptCode } from '#shared/contracts/payments';
import type { Receipt } from '#shared/contracts/receipts';

/** Only a voter who has paid needs the receipt's code; it is fetched beside the receipt. */
export const importReceipts = () => importOrReload(() => import('../../receipts'));

/**
 * The receipt of a completed payment, together with the code that draws it: without either there
 * is nothing to show, and the voter may ask again.
 */
export async function loadReceipt(paymentId: string, signal: AbortSignal): Promise<Receipt> {
  const [{ receiptCode }] = await Promise.all([
    request<PaymentReceiptCode>('GET', `/api/payment/${paymentId}/receipt-code`, { signal }),
    importReceipts(),
  ]);
  if (receiptCode === null) throw new Error('A completed payment has no receipt code');
  return request<Receipt>('GET', `/api/payment/receipt/${receiptCode}`, { signal });
}
