import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HistoryDialog } from '#client/features/admin/tracking/index';
import type { BookDay } from '#shared/contracts/books';
import { isComparedSoFar } from '../model/compared-so-far';
import { useRefreshBooks } from '../use-book-actions';
import { ClosingsSection } from './closings-section';
import { ComparisonCard } from './comparison-card';
import { DifferenceItem } from './difference-item';
import { LineFigures } from './line-figures';

/** One day: the money taken, each provider's list, and the differences. */
export function DayView({ day: read }: { day: BookDay }) {
  const { t } = useTranslation();
  const [openedId, setOpenedId] = useState<string | null>(null);
  const refresh = useRefreshBooks();
  const { day, isOver, lines, comparisons, differences, openDifferences } = read;
  const hasBeenCompared = comparisons.some(({ state }) => state === 'compared');
  const isSoFar = comparisons.some(isComparedSoFar);
  return (
    <>
      <section
        aria-label={t('books.sums')}
        className="flex flex-col gap-4 rounded-xl border border-surface-line bg-surface-raised px-4 py-3"
      >
        {lines.length === 0 && <p className="text-ivory-soft">{t('books.nothingTaken')}</p>}
        {lines.map((line) => (
          <LineFigures key={line.currency} line={line} />
        ))}
      </section>
      <section aria-labelledby="books-providers" className="flex flex-col gap-3">
        <h2 id="books-providers" className="font-bold text-xl">
          {t('books.providers')}
        </h2>
        {comparisons.length === 0 && <p className="text-ivory-soft">{t('books.noProviders')}</p>}
        <ul className="grid grid-cols-1 gap-3 md:grid-cols-2">
          {comparisons.map((comparison) => (
            <ComparisonCard
              key={comparison.provider}
              comparison={comparison}
              day={day}
              isOver={isOver}
            />
          ))}
        </ul>
      </section>
      <section aria-labelledby="books-differences" className="flex flex-col gap-3">
        <h2 id="books-differences" className="font-bold text-xl">
          {t('books.differences')}
        </h2>
        <p role="status" className="text-ivory-soft">
          {openDifferences > 0 && t('books.open', { count: openDifferences })}
          {openDifferences === 0 && hasBeenCompared && t('books.noneOpen')}
          {openDifferences === 0 &&
            !hasBeenCompared &&
            t(isSoFar ? 'books.noneSoFar' : 'books.neverCompared')}
        </p>
        <ul className="flex flex-col gap-5">
          {differences.map((difference) => (
            <DifferenceItem key={difference.id} difference={difference} onOpen={setOpenedId} />
          ))}
        </ul>
      </section>
      {isOver && <ClosingsSection day={day} />}
      {openedId !== null && (
        <HistoryDialog
          id={openedId}
          timezone="WAT"
          onClose={() => {
            setOpenedId(null);
            void refresh();
          }}
        />
      )}
    </>
  );
}
