import { clsx } from 'clsx';
import { Check, Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { announce } from '#client/lib/page/announce';
import { useDebounced } from '#client/lib/use-debounced';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { UntranslatedPart } from '#client/ui/untranslated-part';
import { localized } from '#shared/domain/localized';
import type { VoteRange } from '#shared/domain/votes';
import { type VoteOption, type Votes, votesFor, votesOnlyFor } from '../model/vote-lines';
import { VoteStepper } from './vote-stepper';

/**
 * Debounce of the announcement, in ms: holding the stepper passes dozens of totals, all of which a
 * screen reader would announce.
 */
const ANNOUNCEMENT_DEBOUNCE_MS = 600;

/** Shows the total at once, and announces it to screen readers when the voter pauses. */
function VotesTotal({ totalVotes, cost }: { totalVotes: number; cost: string }) {
  const { t } = useTranslation();
  const announcement = `${t('checkout.votes.total', { count: totalVotes })}, ${cost}`;
  const debouncedAnnouncement = useDebounced(announcement, ANNOUNCEMENT_DEBOUNCE_MS);
  const debouncedCost = useDebounced(cost, ANNOUNCEMENT_DEBOUNCE_MS);
  return (
    <div className="relative ml-auto text-right font-bold max-sm:sr-only font-display text-gold text-xl">
      <p aria-hidden>{t('checkout.votes.total', { count: totalVotes })}</p>
      <p role="status" className="sr-only">
        <UntranslatedPart part={debouncedCost}>{debouncedAnnouncement}</UntranslatedPart>
      </p>
    </div>
  );
}

interface OnlyOriginProps extends Pick<VotesCardProps, 'options' | 'votes' | 'onVotesChange'> {
  origin: VoteOption;
  /** True when it has all the votes. */
  isOnly: boolean;
}

/**
 * Gives all votes to the category that the voter comes from; pressed again, gives the
 * others their default again.
 */
function OnlyOrigin({ origin, isOnly, options, votes, onVotesChange }: OnlyOriginProps) {
  const { t } = useTranslation();
  const { nominationId } = origin;
  const alone = () => votesOnlyFor(options, votes, nominationId);
  const language = useLanguage();
  const chosenVotes = votes[nominationId];
  const together = () => (chosenVotes === undefined ? {} : { [nominationId]: chosenVotes });
  return (
    <Button
      variant="outline"
      size="sm"
      className="wrap-break-word"
      aria-pressed={isOnly}
      aria-describedby="votes-origin"
      onClick={() => {
        onVotesChange(isOnly ? together() : alone());
        if (isOnly) return;
        // The total may be unchanged.
        const category = localized(language, origin.name, origin.nameFr);
        announce(t('checkout.votes.othersNone', { category }));
      }}
    >
      {isOnly && <Check aria-hidden className="size-4 text-gold" />}
      <span>{t('checkout.votes.onlyThis')}</span>
    </Button>
  );
}

interface VotesCardProps {
  options: readonly VoteOption[];
  /** The category that the voter comes from, first of the options; null when there is none. */
  origin: string | null;
  votes: Votes;
  range: VoteRange;
  totalVotes: number;
  /** Total cost with its currency, for the chosen method. */
  cost: string;
  onVotesChange: (votes: Votes) => void;
}

export function VotesCard({
  options,
  origin: originId,
  votes,
  range,
  totalVotes,
  cost,
  onVotesChange,
}: VotesCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  // With one category there is nothing to choose from.
  const origin = options.length > 1 && options.find(({ categoryId }) => categoryId === originId);
  return (
    <section
      aria-labelledby="votes-title"
      className="rounded-card border border-surface-line bg-surface-raised px-4 py-2.5 sm:p-6"
    >
      <h2 id="votes-title" className="font-bold text-lg leading-tight sm:text-2xl">
        {t('checkout.votes.title')}
      </h2>
      <p id="votes-hint" className="text-ivory-muted text-xs sm:mt-1 sm:text-sm">
        {range.min > 1
          ? t('checkout.votes.hintBetween', { min: range.min, max: range.max })
          : t('checkout.votes.hint', { max: range.max })}
      </p>
      <ul className="mt-1 divide-y sm:mt-3 divide-surface-line">
        {options.map(({ nominationId, categoryId, name, nameFr }) => (
          <li
            key={nominationId}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 py-1.5 sm:py-3"
          >
            <span className="wrap-anywhere flex min-w-0 flex-1 basis-[6.5rem] flex-col items-start gap-1 font-semibold leading-snug max-sm:text-sm">
              {origin && categoryId === originId && (
                <span className="flex items-center gap-1 text-gold text-xs">
                  <Star aria-hidden className="size-3.5 shrink-0 fill-current" />
                  {t('checkout.votes.origin')}
                </span>
              )}
              <span {...(origin && categoryId === originId && { id: 'votes-origin' })}>
                {localized(language, name, nameFr)}
              </span>
            </span>
            <VoteStepper
              category={localized(language, name, nameFr)}
              value={votesFor(votes, nominationId, range)}
              range={range}
              onChange={(count) => onVotesChange({ ...votes, [nominationId]: count })}
            />
          </li>
        ))}
      </ul>
      <div
        className={clsx(
          'flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-surface-line border-t pt-2 sm:pt-4',
          !origin && 'max-sm:sr-only',
        )}
      >
        {origin && (
          <OnlyOrigin
            origin={origin}
            isOnly={totalVotes > 0 && totalVotes === votesFor(votes, origin.nominationId, range)}
            options={options}
            votes={votes}
            onVotesChange={onVotesChange}
          />
        )}
        <VotesTotal totalVotes={totalVotes} cost={cost} />
      </div>
    </section>
  );
}
