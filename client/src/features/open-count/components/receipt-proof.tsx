import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Receipt } from '#shared/contracts/receipts';

const TRY_AGAIN_MS = 10_000;

interface ReceiptProofProps {
  receipt: Receipt;
  /** Brings the receipt as it is now. */
  refresh: () => Promise<Receipt>;
}

/**
 * Whether the votes of a receipt are in the open count. What checks it is loaded once the receipt has
 * shown, into room that is kept for it, and a network that is gone takes nothing else away.
 */
export function ReceiptProof(props: ReceiptProofProps) {
  const { t } = useTranslation();
  const { data: loaded, isLoadingError } = useQuery({
    queryKey: ['receipt-proof-code'],
    queryFn: async () => {
      // Naming its files to the browser takes a slow phone 50 ms; the receipt has shown by then.
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
