import { queryOptions } from '@tanstack/react-query';
import type { ReceiptLookupBody } from '#shared/contracts/receipts';
import { call } from '../../lib/api/request';

export const receiptByCode = (receiptCode: string) =>
  queryOptions({
    queryKey: ['/api/payment/receipt', receiptCode],
    queryFn: ({ signal }) =>
      call('GET /api/payment/receipt/:receiptCode', { params: { receiptCode }, signal }),
  });

export const lookUpReceipts = (body: ReceiptLookupBody) =>
  call('POST /api/receipts/lookup', { body });
