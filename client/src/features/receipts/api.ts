import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, send } from '#client/lib/api/request';
import { useEditionTitle } from '#client/lib/use-event';
import { useLanguage } from '#client/lib/use-language';
import type { Receipt, ReceiptLookupBody } from '#shared/contracts/receipts';
import { receiptFileName } from '#shared/domain/receipt-file-name';

export const receiptByCode = (receiptCode: string) =>
  queryOptions({
    queryKey: ['/api/payment/receipt', receiptCode],
    queryFn: ({ signal }) =>
      call('GET /api/payment/receipt/:receiptCode', { params: { receiptCode }, signal }),
  });

export const lookUpReceipts = (body: ReceiptLookupBody) =>
  call('POST /api/receipts/lookup', { body });

export const sendReceiptAgain = (receiptCode: string) =>
  call('POST /api/payment/receipt/:receiptCode/send', { params: { receiptCode } });

/** Returns the receipt that was passed in, or its latest version. */
export function useReceipt(initialReceipt: Receipt) {
  const queryClient = useQueryClient();
  const query = receiptByCode(initialReceipt.payment.receiptCode);
  const { data: receipt } = useQuery({ ...query, initialData: initialReceipt });
  const refresh = () => queryClient.fetchQuery({ ...query, staleTime: 0 });
  return { receipt, refresh };
}

/** The receipt as a picture to post, in the current language; loaded when needed. */
export function useReceiptPicture({ edition, payment: { receiptCode, entry } }: Receipt) {
  const language = useLanguage();
  const title = useEditionTitle()(edition);
  const { data, refetch } = useQuery({
    // The picture changes once the receipt has its place in the count.
    queryKey: ['receipt-picture', receiptCode, entry, language],
    enabled: false,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) => {
      const path = `/api/payment/receipt/${encodeURIComponent(receiptCode)}/picture?lang=${language}`;
      const picture = await (await send('GET', path, { signal })).blob();
      return new File([picture], receiptFileName(title, receiptCode), { type: picture.type });
    },
  });
  /** Null when it cannot be loaded. */
  return async (): Promise<File | null> => data ?? (await refetch()).data ?? null;
}
