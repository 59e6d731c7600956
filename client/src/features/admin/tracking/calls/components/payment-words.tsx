import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import type { AdminPaymentHistory } from '#shared/contracts/admin-payments';
import { LANGUAGES } from '#shared/domain/localized';
import { paymentWords } from '#shared/domain/payment-words';
import { useCopy } from '../../use-copy';
import { factsOf } from '../model/facts-of';

/**
 * The payment in words, to read out on the phone or to send as a message, in both languages
 * whatever the interface's is; and the rule for votes given to the wrong artist.
 */
export function PaymentWords({ history }: { history: AdminPaymentHistory }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const copy = useCopy();
  const { data: config } = useQuery(publicConfigQuery);
  const refunds = config?.refunds[language];
  // The caller's language first.
  const languages = [...LANGUAGES].sort(
    (a, b) => Number(b === history.payment.locale) - Number(a === history.payment.locale),
  );
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {config &&
        languages.map((each) => {
          const facts = factsOf(history, config.voting.isOpen);
          const text = paymentWords(facts, each, config.event.timezone);
          return (
            <div key={each} className="flex min-w-0 flex-col items-start gap-2">
              <p lang={each} translate="no" className="wrap-anywhere select-text">
                {text}
              </p>
              <Button
                variant="outline"
                size="sm"
                onClick={() => void copy(t('tracking.words.title'), text)}
              >
                <Copy aria-hidden className="size-4" />
                {t(`tracking.words.copy.${each}`)}
              </Button>
            </div>
          );
        })}
      <p className="text-ivory-soft md:col-span-2">
        {t(`tracking.words.rule.${history.payment.provider}`)} {refunds}
      </p>
    </div>
  );
}
