import { clsx } from 'clsx';
import i18next from 'i18next';
import { Photo } from '#client/ui/picture/photo';
import { Separator } from '#client/ui/separator';
import type { Language } from '#shared/domain/localized';
import type { Ranked } from '../model/ranking';
import { nameSize } from './ranking';

/** The `sizes` of its portrait. */
export const MOMENT_SIZES = '50vw';

interface MomentProps {
  language: Language;
  card: Ranked;
}

/** Shows a single rank on the whole screen; the first one in gold. */
export function Moment({ language, card: { nomination, standing } }: MomentProps) {
  const t = i18next.getFixedT(language);
  const { artist, voteCount } = nomination;
  const isWinner = standing?.place === 1;
  return (
    <section
      aria-live="polite"
      className={clsx(
        'absolute inset-0 z-10 flex animate-fade-in [animation-duration:900ms] items-stretch gap-[calc(6*var(--cqh))] bg-surface p-[calc(6*var(--cqh))]',
        isWinner && 'winner-light',
      )}
    >
      <div
        aria-hidden
        className={clsx(
          'relative h-full w-[calc(70*var(--cqh))] shrink-0 overflow-hidden rounded-[calc(3*var(--cqh))]',
          isWinner &&
            'animate-pop-in [animation-duration:1200ms] border-[calc(1*var(--cqh))] border-gold',
        )}
      >
        <Photo
          address={nomination.nominationPhotoUrl ?? artist.photoUrl}
          sizes={MOMENT_SIZES}
          name={artist.name}
          loading="eager"
          className="base:text-[calc(20*var(--cqh))]"
        />
      </div>
      <div className="flex min-w-0 flex-1 flex-col justify-center gap-[calc(3*var(--cqh))]">
        {standing && (
          <p
            className={clsx(
              'font-bold font-display leading-none',
              isWinner
                ? 'text-[calc(9*var(--cqh))] text-gold'
                : 'text-[calc(7*var(--cqh))] text-ivory-soft',
            )}
          >
            {isWinner ? t('screen.winner') : t('screen.place', { place: standing.place })}
          </p>
        )}
        <p
          translate="no"
          style={{
            fontSize: nameSize(artist.name, { most: isWinner ? 15 : 11, width: 82 }),
          }}
          className="wrap-anywhere line-clamp-4 font-extrabold font-display leading-tight"
        >
          {artist.name}
        </p>
        {standing && (
          <p className="font-bold text-[calc(6*var(--cqh))] text-ivory-soft tabular-nums leading-none">
            {standing.share}&nbsp;%
            {voteCount !== null && (
              <>
                <Separator />
                {t('screen.votes', { count: voteCount })}
              </>
            )}
          </p>
        )}
      </div>
    </section>
  );
}
