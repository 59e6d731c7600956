import { useTranslation } from 'react-i18next';
import { formatMoney } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import { Checkbox } from '#client/ui/fields/checkbox';
import type { StatementReading } from '#shared/contracts/books';

interface StatementWordsProps {
  words: StatementReading['words'];
  chosen: readonly string[];
  onChoose: (words: string[]) => void;
}

/** Shows every value of the status column with its lines and money, and chooses which ones count. */
export function StatementWords({ words, chosen, onChoose }: StatementWordsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <fieldset className="min-w-0">
      <legend className="font-bold font-sans text-base">{t('books.statement.words')}</legend>
      <p className="text-ivory-soft text-sm">{t('books.statement.wordsHint')}</p>
      <ul className="divide-y divide-surface-line">
        {words.map(({ word, lines, amount }) => {
          const text = word || t('books.statement.blankWord');
          return (
            <li key={word} className="flex flex-wrap items-center gap-x-4 py-1">
              <p className="min-w-0 flex-1 basis-[min(14rem,100%)] wrap-anywhere">
                <span translate="no" className="font-semibold">
                  {text}
                </span>{' '}
                <span className="text-ivory-soft text-sm">
                  {t('books.statement.sum', {
                    count: lines,
                    amount: formatMoney({ amountMinor: amount, currency: 'XAF' }, language),
                  })}
                </span>
              </p>
              <Checkbox
                checked={chosen.includes(word)}
                onChange={(isPaid) =>
                  onChoose(isPaid ? [...chosen, word] : chosen.filter((other) => other !== word))
                }
                label={
                  <span>
                    {t('books.statement.meansPaid')}
                    <span className="sr-only"> ({text})</span>
                  </span>
                }
              />
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
