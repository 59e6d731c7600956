import { clsx } from 'clsx';
import i18next from 'i18next';
import { Photo } from '#client/ui/picture/photo';
import type { Language } from '#shared/domain/localized';
import type { Ranked } from '../model/ranking';

/** The number of nominees that can be read from the last row of a hall. */
export const SHOWN_AT_ONCE = 5;

interface RankingProps {
  language: Language;
  /** At most `SHOWN_AT_ONCE`, in their order. */
  shown: readonly Ranked[];
  /** Returns true for a rank that is not revealed yet. */
  isClosed?: (index: number) => boolean;
}

/**
 * Shows portraits side by side, the first rank at the left. Changes of rank are animated slowly:
 * each element is moved, not replaced.
 */
export function Ranking({ language, shown, isClosed = () => false }: RankingProps) {
  const cards = shown
    .map((card, index) => ({ ...card, index }))
    .sort((a, b) => (a.nomination.id < b.nomination.id ? -1 : 1));
  return (
    <ol className="relative min-h-0 flex-1">
      {cards.map(({ index, ...card }) => (
        <li
          key={card.nomination.id}
          // Announced in the visual order, which differs from the order of the elements.
          aria-posinset={index + 1}
          aria-setsize={shown.length}
          style={{ width: `${100 / shown.length}%`, transform: `translateX(${index * 100}%)` }}
          className="absolute inset-y-0 left-0 px-[calc(0.8*var(--cqh))] transition-transform duration-1000 ease-in-out motion-reduce:transition-none"
        >
          <Card language={language} card={card} isClosed={isClosed(index)} index={index} />
        </li>
      ))}
    </ol>
  );
}

/**
 * Returns a font size that is readable from the last row of a hall and breaks no word: the longest
 * word decides.
 */
export function nameSize(name: string, { most, width }: { most: number; width: number }): string {
  const longest = Math.max(...name.split(/[\s-]+/).map((word) => word.length));
  // A letter is about two thirds as wide as it is high.
  const size = Math.max(2.6, Math.min(most, width / (0.68 * longest)));
  return `calc(${size.toFixed(2)} * var(--cqh))`;
}

interface CardProps {
  language: Language;
  card: Ranked;
  index: number;
  isClosed: boolean;
}

function Card({ language, card: { nomination, standing }, index, isClosed }: CardProps) {
  const t = i18next.getFixedT(language);
  const { artist, voteCount } = nomination;
  const place = standing?.place ?? (isClosed ? index + 1 : null);
  return (
    <div
      className={clsx(
        'mx-auto flex h-full max-w-[calc(48*var(--cqh))] flex-col overflow-hidden rounded-[calc(2*var(--cqh))] border-[calc(0.4*var(--cqh))]',
        place === 1 && !isClosed
          ? 'border-gold bg-gold/15'
          : 'border-surface-line bg-surface-raised',
      )}
    >
      <div className="relative min-h-0 flex-1">
        {/* The name is below the portrait. */}
        {!isClosed && (
          <div aria-hidden className="absolute inset-0 animate-fade-in [animation-duration:900ms]">
            <Photo
              address={nomination.nominationPhotoUrl ?? artist.photoUrl}
              sizes="25vw"
              name={artist.name}
              loading="eager"
              className="base:text-[calc(10*var(--cqh))]"
            />
          </div>
        )}
        {place !== null && (
          <p
            className={clsx(
              'absolute font-bold font-display text-gold leading-none',
              isClosed
                ? 'inset-0 flex items-center justify-center text-[calc(18*var(--cqh))]'
                : 'bottom-0 left-0 rounded-tr-[calc(2*var(--cqh))] bg-surface/85 px-[calc(2*var(--cqh))] py-[calc(1.4*var(--cqh))] text-[calc(9*var(--cqh))]',
            )}
          >
            <span className="sr-only">{t('screen.place', { place })}</span>
            <span aria-hidden>{place}</span>
          </p>
        )}
      </div>
      <div className="flex flex-col gap-[calc(1*var(--cqh))] p-[calc(1.6*var(--cqh))]">
        <p
          translate="no"
          style={{ fontSize: nameSize(artist.name, { most: 4.6, width: 22 }) }}
          className="wrap-anywhere line-clamp-3 min-h-[2.5em] font-bold font-display leading-tight"
        >
          {isClosed ? '…' : artist.name}
        </p>
        {standing && !isClosed && (
          <>
            <div
              aria-hidden
              className="h-[calc(1.2*var(--cqh))] overflow-hidden rounded-full bg-surface-line"
            >
              <div
                style={{ width: `${standing.share}%` }}
                className="h-full rounded-full bg-gold transition-[width] duration-1000 motion-reduce:transition-none"
              />
            </div>
            <p className="flex flex-wrap items-baseline justify-between gap-x-[calc(1*var(--cqh))] font-bold text-[calc(5.4*var(--cqh))] tabular-nums leading-none">
              {standing.share}&nbsp;%
              {voteCount !== null && (
                <span className="font-normal text-[calc(2.8*var(--cqh))] text-ivory-soft">
                  {t('screen.votes', { count: voteCount })}
                </span>
              )}
            </p>
          </>
        )}
      </div>
    </div>
  );
}
