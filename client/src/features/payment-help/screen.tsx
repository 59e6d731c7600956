import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { storedPayment } from '../checkout';
import { HelpAnswer } from './components/help-answer';
import { HelpSearch } from './components/help-search';
import { usePaymentHelp } from './use-payment-help';

/** The payment that is open in this browser is looked up at once. */
function useOpenReference(): string {
  const [reference] = useState(() => storedPayment()?.paymentId ?? '');
  return reference;
}

export function PaymentHelp() {
  const { t } = useTranslation();
  const openReference = useOpenReference();
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
