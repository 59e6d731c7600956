import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import type { Books } from '#shared/contracts/books';
import { dayText } from '../model/months';
import { LineFigures } from './line-figures';

/** The days of a month on which money was taken. */
export function MonthView({ books: { days } }: { books: Books }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (days.length === 0) return <p className="py-6 text-ivory-soft">{t('books.noDays')}</p>;
  return (
    <ul aria-label={t('books.days')} className="flex flex-col gap-3">
      {days.map(({ day, lines }) => (
        <li
          key={day}
          className="flex flex-col gap-4 rounded-xl border border-surface-line bg-surface-raised px-4 py-3"
        >
          <h2 className="font-bold font-sans text-base">{dayText(day, language)}</h2>
          {lines.map((line) => (
            <LineFigures key={line.currency} line={line} />
          ))}
        </li>
      ))}
    </ul>
  );
}
