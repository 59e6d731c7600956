import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api';
import { toast } from '../../ui/toast';
import { lookUpReceipts } from './queries';

/** The sentence for a search that failed. */
function errorTextKey(error: unknown) {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'validation' || code === 'rate-limited') return `receipts.error.${code}` as const;
  return 'receipts.error.generic' as const;
}

export function useReceiptLookup() {
  const { t } = useTranslation();
  return useMutation({
    // Without a network it fails at once and says so, rather than wait in silence.
    networkMode: 'always',
    mutationFn: lookUpReceipts,
    onSuccess: ({ receipts }) => {
      if (receipts.length > 0) return;
      toast({
        variant: 'destructive',
        title: t('receipts.none.title'),
        description: t('receipts.none.hint'),
      });
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('receipts.error.title'),
        description: t(errorTextKey(error)),
      }),
  });
}
