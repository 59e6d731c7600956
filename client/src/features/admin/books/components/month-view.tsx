import { clsx } from 'clsx';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { formatMoney } from '#client/lib/format';
import { formatDay } from '#client/lib/time/format-day';
import { useLanguage } from '#client/lib/use-language';
import { Badge } from '#client/ui/badge';
import { ScrollRegion } from '#client/ui/scroll-region';
import type { BookLine, Books } from '#shared/contracts/books';
import { providerName } from '#shared/domain/provider-name';
import { attentionFirst, monthTotals } from '../model/month-totals';

type Day = Books['days'][number];

/** Shows the open work of a day. */
function DayBadges({ day: { comparisons, openDifferences } }: { day: Day }) {
  const { t } = useTranslation();
  const uncompared = comparisons.filter(({ state }) => state === 'not-compared');
  if (openDifferences === 0 && uncompared.length === 0) return null;
  return (
    <span className="mb-1 flex flex-wrap gap-1">
      {openDifferences > 0 && (
        <Badge variant="amber">{t('books.open', { count: openDifferences })}</Badge>
      )}
      {uncompared.map(({ provider }) => (
        <Badge key={provider} className="text-alert">
          {t('books.notCompared', { provider: providerName(provider) })}
        </Badge>
      ))}
    </span>
  );
}

/** Columns that do not fit on a phone are on the page of the day. */
const WIDE_ONLY = 'max-sm:hidden';
const CELL = 'whitespace-nowrap px-2 py-1 text-right align-top';

interface FigureCellProps {
  /** True when phones show it too. */
  isAlways?: boolean;
  figure: string;
  detail?: string | undefined;
}

const FigureCell = ({ isAlways = false, figure, detail }: FigureCellProps) => (
  <td className={clsx(CELL, !isAlways && WIDE_ONLY)}>
    <span className="flex flex-col sm:flex-row-reverse sm:items-baseline sm:gap-2">
      {figure}
      {detail && <span className="font-normal text-ivory-muted text-xs">{detail}</span>}
    </span>
  </td>
);

/** One currency: money taken, money returned, votes bought, and the remainder. */
function LineCells({ line }: { line: BookLine }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { currency, partlyReturned } = line;
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency }, language);
  const isBalanced = line.difference === 0;
  const Icon = isBalanced ? CircleCheck : TriangleAlert;
  return (
    <>
      <FigureCell
        isAlways
        figure={money(line.taken)}
        detail={t('books.payments', { count: line.payments })}
      />
      <FigureCell
        figure={money(line.refunded)}
        detail={
          partlyReturned ? t('books.line.partly', { amount: money(partlyReturned) }) : undefined
        }
      />
      <FigureCell figure={money(line.disputed)} />
      <FigureCell figure={money(line.asked)} detail={t('admin.voteCount', { count: line.votes })} />
      <td className={clsx(CELL, 'font-bold', isBalanced ? 'text-success' : 'text-alert')}>
        <span className="flex items-center justify-end gap-1.5">
          <Icon aria-hidden className="size-4 shrink-0" />
          {money(line.difference)}
        </span>
      </td>
    </>
  );
}

/**
 * A line for each day and currency, with the totals of the month above them. Days that need
 * attention come first.
 */
export function MonthView({ books: { days } }: { books: Books }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (days.length === 0) return <p className="py-6 text-ivory-soft">{t('books.noDays')}</p>;
  const totals = monthTotals(days);
  return (
    <ScrollRegion label={t('books.days')} className="rounded-xl bg-surface-raised">
      <table className="w-full text-sm tabular-nums">
        <thead className="border-surface-line border-b bg-surface-high text-ivory-soft text-xs">
          <tr>
            <th scope="col" className="px-2 py-1 text-left">
              {t('books.day')}
            </th>
            {(['taken', 'refunded', 'disputed', 'asked', 'difference'] as const).map((name) => (
              <th
                key={name}
                scope="col"
                className={clsx(
                  'px-2 py-1 text-right',
                  name !== 'taken' && name !== 'difference' && WIDE_ONLY,
                )}
              >
                {t(`books.line.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="border-surface-line border-b-2 bg-surface font-semibold">
          {totals.map((line, index) => (
            <tr key={line.currency}>
              {index === 0 && (
                <th
                  scope="rowgroup"
                  rowSpan={totals.length}
                  className="px-2 py-1 text-left align-top"
                >
                  {t('books.monthTotal')}
                </th>
              )}
              <LineCells line={line} />
            </tr>
          ))}
        </tbody>
        {attentionFirst(days).map((day) => (
          <tbody key={day.day} className="border-surface-line border-b last:border-b-0">
            {day.lines.map((line, index) => (
              <tr key={line.currency}>
                {index === 0 && (
                  <th
                    scope="rowgroup"
                    rowSpan={day.lines.length}
                    className="px-2 text-left align-top font-normal"
                  >
                    <Link
                      href={`/admin/books?day=${day.day}`}
                      className="inline-flex min-h-touch items-center font-semibold text-gold underline underline-offset-4 hover:text-gold-bright md:pointer-fine:min-h-9"
                    >
                      {formatDay(day.day, language)}
                    </Link>
                    <DayBadges day={day} />
                  </th>
                )}
                <LineCells line={line} />
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </ScrollRegion>
  );
}
