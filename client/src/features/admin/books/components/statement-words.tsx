import { useTranslation } from 'react-i18next';
import { Checkbox } from '#client/ui/fields/checkbox';
import type { StatementReading } from '#shared/contracts/books';
import { StatementValue } from './statement-value';

interface StatementWordsProps {
  words: StatementReading['words'];
  chosen: readonly string[];
  onChoose: (words: string[]) => void;
}

/** Shows every value of the status column with its lines and money, and chooses which ones count. */
export function StatementWords({ words, chosen, onChoose }: StatementWordsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="min-w-0">
      <legend className="font-bold font-sans text-base">{t('books.statement.words')}</legend>
      <p className="text-ivory-soft text-sm">{t('books.statement.wordsHint')}</p>
      <ul className="divide-y divide-surface-line">
        {words.map(({ word, lines, amount }) => {
          const text = word || t('books.statement.blankWord');
          return (
            <StatementValue key={word} text={text} lines={lines} amount={amount}>
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
            </StatementValue>
          );
        })}
      </ul>
    </fieldset>
  );
}
