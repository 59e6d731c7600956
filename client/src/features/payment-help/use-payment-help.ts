import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PaymentHelpBody } from '#shared/contracts/payment-help';
import { call } from '../../lib/api/request';

/** Each question is asked anew, the same one too: meanwhile a payment may have moved on. */
export function usePaymentHelp(firstQuestion: PaymentHelpBody | null) {
  const [asked, setAsked] = useState({ question: firstQuestion, times: 0 });
  const { question } = asked;
  const answer = useQuery({
    queryKey: ['/api/payment-help', asked],
    queryFn: question
      ? ({ signal }) => call('POST /api/payment-help', { body: question, signal })
      : skipToken,
    // Nothing about anybody's payment stays in memory once it is off the screen.
    gcTime: 0,
    // Without a network it fails at once and says so, rather than wait in silence.
    networkMode: 'always',
  });
  const ask = (next: PaymentHelpBody) =>
    setAsked(({ times }) => ({ question: next, times: times + 1 }));
  return { question, answer, ask };
}
