import { clsx } from 'clsx';
import i18next from 'i18next';
import { Photo } from '#client/ui/photo';
import type { Language } from '#shared/domain/localized';
import type { Ranked } from '../model/ranking';

/** As many as can be read from the last row of a hall. */
export const SHOWN_AT_ONCE = 5;

interface RankingProps {
  language: Language;
  /** At most `SHOWN_AT_ONCE`, in their order. */
  shown: readonly Ranked[];
  /** Whether a place is still closed. */
  isClosed?: (index: number) => boolean;
}

/** Rows change their places calmly: each stays the element it is and moves. */
export function Ranking({ language, shown, isClosed = () => false }: RankingProps) {
  const rows = shown
    .map((row, index) => ({ ...row, index }))
    .sort((one, other) => (one.nomination.id < other.nomination.id ? -1 : 1));
  return (
    <ol className="relative min-h-0 flex-1">
      {rows.map(({ index, ...row }) => (
        <li
          key={row.nomination.id}
          // Read out in the order that is seen, which that of the elements is not.
          aria-posinset={index + 1}
          aria-setsize={shown.length}
          style={{ transform: `translateY(${index * 100}%)` }}
          className="absolute inset-x-0 top-0 h-1/5 py-[0.8cqh] transition-transform duration-1000 ease-in-out motion-reduce:transition-none"
        >
          <Row language={language} row={row} isClosed={isClosed(index)} index={index} />
        </li>
      ))}
    </ol>
  );
}

interface RowProps {
  language: Language;
  row: Ranked;
  index: number;
  isClosed: boolean;
}

function Row({ language, row: { nomination, standing }, index, isClosed }: RowProps) {
  const t = i18next.getFixedT(language);
  const { artist, voteCount } = nomination;
  const place = standing?.place ?? (isClosed ? index + 1 : null);
  return (
    <div
      className={clsx(
        'relative flex h-full items-center gap-[2cqh] overflow-hidden rounded-[2cqh] border pr-[3cqh]',
        place === 1 && !isClosed
          ? 'border-gold bg-gold/15'
          : 'border-surface-line bg-surface-raised',
      )}
    >
      {standing && !isClosed && (
        <div
          aria-hidden
          style={{ width: `${standing.share}%` }}
          className="absolute inset-y-0 left-0 bg-gold/15 transition-[width] duration-1000 motion-reduce:transition-none"
        />
      )}
      {/* The name stands beside it. */}
      <div aria-hidden className="relative aspect-square h-full shrink-0">
        {!isClosed && (
          <Photo
            address={nomination.nominationPhotoUrl ?? artist.photoUrl}
            sizes="20vh"
            name={artist.name}
            loading="eager"
            className="base:text-[6cqh]"
          />
        )}
      </div>
      {place !== null && (
        <p className="relative shrink-0 font-bold font-display text-[7cqh] text-gold leading-none">
          <span className="sr-only">{t('screen.place', { place })}</span>
          <span aria-hidden>{place}</span>
        </p>
      )}
      <p className="relative wrap-anywhere min-w-0 flex-1 font-bold font-display text-[5cqh] leading-none">
        {isClosed ? '…' : artist.name}
      </p>
      {standing && !isClosed && (
        <p className="relative shrink-0 text-right font-bold text-[5cqh] tabular-nums leading-none">
          {standing.share}&nbsp;%
          {voteCount !== null && (
            <span className="mt-[1cqh] block font-normal text-[3cqh] text-ivory-soft">
              {t('screen.votes', { count: voteCount })}
            </span>
          )}
        </p>
      )}
    </div>
  );
}
