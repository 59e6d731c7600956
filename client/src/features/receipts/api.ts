import { queryOptions } from '@tanstack/react-query';
import type { Receipt, ReceiptList, ReceiptLookupBody } from '#shared/contracts/receipts';
import { get, request } from '../../lib/api/request';

export const receiptByCode = (receiptCode: string) =>
  queryOptions({
    queryKey: ['/api/payment/receipt', receiptCode],
    queryFn: get<Receipt>(),
  });

export const lookUpReceipts = (body: ReceiptLookupBody) =>
  request<ReceiptList>('POST', '/api/receipts/lookup', { body });
