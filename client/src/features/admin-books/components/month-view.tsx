import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { formatDay } from '#client/lib/format';
import { providerName } from '#client/lib/provider-name';
import { useLanguage } from '#client/lib/use-language';
import { Badge } from '#client/ui/badge';
import type { Books } from '#shared/contracts/books';
import { LineFigures } from './line-figures';

type Day = Books['days'][number];

/** What of a day waits for somebody. */
function DayBadges({ day: { comparisons, openDifferences } }: { day: Day }) {
  const { t } = useTranslation();
  return (
    <>
      {openDifferences > 0 && (
        <Badge variant="amber">{t('books.open', { count: openDifferences })}</Badge>
      )}
      {comparisons
        .filter(({ state }) => state === 'not-compared')
        .map(({ provider }) => (
          <Badge key={provider} className="text-alert">
            {t('books.notCompared', { provider: providerName(provider) ?? provider })}
          </Badge>
        ))}
    </>
  );
}

/** The days of a month on which money was taken, or a list says so. */
export function MonthView({ books: { days } }: { books: Books }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (days.length === 0) return <p className="py-6 text-ivory-soft">{t('books.noDays')}</p>;
  return (
    <ul aria-label={t('books.days')} className="flex flex-col gap-3">
      {days.map((day) => (
        <li
          key={day.day}
          className="flex flex-col gap-4 rounded-xl border border-surface-line bg-surface-raised px-4 py-3"
        >
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="font-bold font-sans text-base">
              <Link
                href={`/admin/books?day=${day.day}`}
                className="flex min-h-touch items-center gap-2 text-gold underline underline-offset-4 hover:text-gold-bright"
              >
                {formatDay(day.day, language)}
                <ArrowRight aria-hidden className="size-4 shrink-0" />
              </Link>
            </h2>
            <DayBadges day={day} />
          </div>
          {day.lines.map((line) => (
            <LineFigures key={line.currency} line={line} />
          ))}
        </li>
      ))}
    </ul>
  );
}
