import type { Stripe } from '@stripe/stripe-js';
import { useQuery } from '@tanstack/react-query';
import { isChecking, type PaymentProgress } from '../progress/model/payment-progress';
import { openConfirmation } from './model/open-confirmation';

/**
 * This tab's payment that still waits for the voter's bank, for example after a reload: its window
 * can be opened again. Null for any other payment, and until the provider has confirmed that.
 */
export function useBankQuestion(stripe: Stripe | null, progress: PaymentProgress) {
  const isOpen = progress.phase === 'confirmingCard';
  const paymentId = isOpen || isChecking(progress) ? progress.paymentId : null;
  const clientSecret = paymentId === null ? null : openConfirmation(paymentId);
  const waitingQuery = useQuery({
    queryKey: ['bank question', clientSecret],
    queryFn: async () => {
      const answer = await stripe?.retrievePaymentIntent(clientSecret ?? '');
      return answer?.paymentIntent?.status === 'requires_action';
    },
    enabled: stripe !== null && clientSecret !== null,
  });
  if (!stripe || !paymentId || !clientSecret || !waitingQuery.data) return null;
  return {
    paymentId,
    clientSecret,
    isOpen,
    isGivingUp: progress.phase === 'uncertain' && progress.isGivingUp,
    openBankWindow: async () => {
      const { error, paymentIntent } = await stripe.handleNextAction({ clientSecret });
      void waitingQuery.refetch();
      if (error) return { error };
      if (!paymentIntent) throw new Error('Stripe returned neither an error nor a payment intent');
      return { paymentIntent };
    },
  };
}
