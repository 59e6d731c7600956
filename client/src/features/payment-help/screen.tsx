import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentHelpBody } from '#shared/contracts/payment-help';
import { call } from '../../lib/api/request';
import { storedPayment } from '../checkout';
import { HelpAnswer } from './components/help-answer';
import { HelpSearch } from './components/help-search';

/** The same search twice is two requests: meanwhile the payment may have moved on. */
function usePaymentHelp(firstSearch: PaymentHelpBody | null) {
  const [search, setSearch] = useState({ body: firstSearch, count: 0 });
  const { body } = search;
  const answer = useQuery({
    queryKey: ['/api/payment-help', search],
    queryFn: body ? ({ signal }) => call('POST /api/payment-help', { body, signal }) : skipToken,
    // An answer leaves the memory with the screen: the device may be shared.
    gcTime: 0,
    // Without a network the search fails at once instead of waiting for one.
    networkMode: 'always',
  });
  const find = (next: PaymentHelpBody) =>
    setSearch(({ count }) => ({ body: next, count: count + 1 }));
  return { searched: body, answer, find };
}

export function PaymentHelp() {
  const { t } = useTranslation();
  // The payment that is open in this browser is looked up at once.
  const [openReference] = useState(() => storedPayment()?.paymentId ?? '');
  const { searched, answer, find } = usePaymentHelp(
    openReference ? { reference: openReference } : null,
  );
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6 px-4 pt-4 pb-16 sm:px-6 sm:pt-8">
      <header>
        <h1 className="font-extrabold text-4xl leading-tight sm:text-5xl">{t('help.pageTitle')}</h1>
        <p className="mt-3 text-ivory-soft text-pretty">{t('help.intro')}</p>
      </header>
      <HelpSearch openReference={openReference} isSearching={answer.isFetching} onSearch={find} />
      {searched && !answer.isFetching && (
        <HelpAnswer searched={searched} help={answer.data} error={answer.error} />
      )}
    </div>
  );
}
