import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#client/lib/format';
import { formatDay } from '#client/lib/time/format-day';
import { useLanguage } from '#client/lib/use-language';
import { ScrollRegion } from '#client/ui/scroll-region';
import type { StatementReading } from '#shared/contracts/books';

/** Shows what the file adds up to: what counts, what does not, and each day beside ours. */
export function StatementSums({ reading }: { reading: StatementReading }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { words, paid, returned, days } = reading;
  const francs = (amountMinor: number) => formatMoney({ amountMinor, currency: 'XAF' }, language);
  const sumText = ({ lines, amount }: StatementReading['paid']) =>
    t('books.statement.sum', { count: lines, amount: francs(amount) });
  const others = words.filter(({ isPaid }) => !isPaid);
  const left = {
    lines: others.reduce((sum, { lines }) => sum + lines, 0),
    amount: others.reduce((sum, { amount }) => sum + amount, 0),
  };
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h4 className="font-bold font-sans text-base">{t('books.statement.sums')}</h4>
      <ul className="text-sm">
        <li>{t('books.statement.counts', { sum: sumText(paid) })}</li>
        {returned.lines > 0 && <li>{t('books.statement.returned', { sum: sumText(returned) })}</li>}
        {left.lines > 0 && <li>{t('books.statement.countsNot', { sum: sumText(left) })}</li>}
      </ul>
      {days.length > 0 && (
        <ScrollRegion label={t('books.statement.sums')} className="min-w-0 rounded-lg">
          <table className="w-full text-left text-sm">
            <thead>
              <tr>
                {(['day', 'file', 'ours', 'difference'] as const).map((column) => (
                  <th key={column} scope="col" className="px-3 py-1.5">
                    {t(`books.statement.beside.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.map(({ day, paid: listed, ours }) => {
                const difference = listed.amount - ours.amount;
                return (
                  <tr key={day} className="border-surface-line border-t">
                    <th scope="row" className="whitespace-nowrap px-3 py-1.5 font-normal">
                      {formatDay(day, language)}
                    </th>
                    <td className="whitespace-nowrap px-3 py-1.5">{sumText(listed)}</td>
                    <td className="whitespace-nowrap px-3 py-1.5">{sumText(ours)}</td>
                    <td
                      className={clsx(
                        'whitespace-nowrap px-3 py-1.5',
                        difference !== 0 && 'font-bold text-alert',
                      )}
                    >
                      {francs(difference)}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  );
}
