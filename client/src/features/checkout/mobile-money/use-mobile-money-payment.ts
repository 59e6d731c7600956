import { useMutation } from '@tanstack/react-query';
import { ApiError, call } from '#client/lib/api/request';
import { tabStorage } from '#client/lib/storage';
import type { MobileMoneyPaymentBody } from '#shared/contracts/payments';
import { nationalDigits } from '#shared/domain/phone';
import { rememberOrder } from '../model/paid-order';
import { rememberPayer } from '../model/saved-payer';
import { initiationFailureOf } from '../progress/model/failure-text';
import type { PaymentOrder } from '../progress/model/payment-progress';
import { usePaymentProgress } from '../progress/use-payment-progress';
import { useRefetchOutdated } from '../use-refetch-outdated';
import { submissionKeys } from './model/submission-keys';

export interface MobileMoneySubmission {
  artist: { id: string; name: string };
  /** As the configuration names it; part of the path. */
  provider: string;
  body: MobileMoneyPaymentBody;
  order: PaymentOrder;
  /** Whether the voter wants to find the number filled in next time. */
  keepsNumber: boolean;
}

/** A refusal is final. After a server error or a lost connection the payment may have started. */
const isDefinitive = (error: unknown): boolean => error instanceof ApiError && error.status < 500;

/** Has the prompt sent to the voter's phone; the payment progress does the rest. */
export function useMobileMoneyPayment() {
  const { dispatch } = usePaymentProgress();
  const refetchOutdated = useRefetchOutdated();
  const keys = submissionKeys(tabStorage);

  return useMutation({
    // A payment queued until the network is back would start long after the voter pressed the button.
    networkMode: 'always',
    mutationFn: ({ artist, provider, body }: MobileMoneySubmission) =>
      call('POST /api/:provider-payment', {
        params: { provider },
        body,
        headers: { 'Idempotency-Key': keys.keyFor({ artistId: artist.id, ...body }) },
      }),
    onMutate: ({ order }) => dispatch({ type: 'submitted', order }),
    onSuccess: ({ paymentId }, { artist, body, keepsNumber }) => {
      keys.settle();
      rememberOrder(paymentId, artist);
      rememberPayer(paymentId, keepsNumber ? nationalDigits(body.phoneNumber) : null);
      dispatch({ type: 'initiated', paymentId });
    },
    onError: (error) => {
      if (isDefinitive(error)) keys.settle();
      dispatch({ type: 'initiationFailed', ...initiationFailureOf(error) });
      refetchOutdated(error);
    },
  });
}
