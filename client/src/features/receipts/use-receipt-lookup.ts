import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api/request';
import { formatRetryTime, retryAtOf } from '../../lib/retry-time';
import { useLanguage } from '../../lib/use-language';
import { toastError } from '../../ui/overlay/toast';
import { lookUpReceipts } from './api';

/** The sentence for a search that failed. */
function errorTextKey(error: unknown) {
  if (!(error instanceof ApiError)) return 'receipts.error.generic' as const;
  const { code, status, retryAfterMs } = error;
  if (code === 'too-many-requests' && retryAfterMs !== null)
    return `receipts.error.${code}` as const;
  if (status === 429) return 'receipts.error.rate-limited' as const;
  if (code === 'validation') return 'receipts.error.validation' as const;
  return 'receipts.error.generic' as const;
}

export function useReceiptLookup() {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMutation({
    // Without a network it fails at once and says so, rather than wait in silence.
    networkMode: 'always',
    mutationFn: lookUpReceipts,
    onSuccess: ({ receipts }) => {
      if (receipts.length > 0) return;
      toastError(t('receipts.none.title'), t('receipts.none.hint'));
    },
    onError: (error) =>
      toastError(
        t('receipts.error.title'),
        t(errorTextKey(error), { time: formatRetryTime(retryAtOf(error), language) }),
      ),
  });
}
