import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Receipt } from '#shared/contracts/receipts';

const TRY_AGAIN_MS = 10_000;

interface ReceiptProofProps {
  receipt: Receipt;
  /** Refetches the receipt. */
  refresh: () => Promise<Receipt>;
}

/**
 * Shows whether the votes of a receipt are in the open count. The checking code is loaded once the
 * receipt has shown, into reserved space, and a lost network affects nothing else.
 */
export function ReceiptProof(props: ReceiptProofProps) {
  const { t } = useTranslation();
  const { data: loaded, isLoadingError } = useQuery({
    queryKey: ['receipt-proof-code'],
    queryFn: async () => {
      // Registering its files takes a slow phone 50 ms; by then the receipt has shown.
      await new Promise((resolve) => setTimeout(resolve));
      return import('./checked-receipt');
    },
    refetchInterval: ({ state }) => (state.data ? false : TRY_AGAIN_MS),
  });
  if (loaded) return <loaded.CheckedReceipt {...props} />;
  return (
    <p className="flex min-h-touch w-full items-center justify-center text-ivory-soft text-sm">
      {isLoadingError && t('receipts.proof.unreachable')}
    </p>
  );
}
