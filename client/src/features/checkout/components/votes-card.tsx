import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import { useSettled } from '#client/lib/use-settled';
import { localized } from '#shared/domain/localized';
import type { VoteRange } from '#shared/domain/votes';
import { type VoteOption, type Votes, votesFor } from '../model/vote-lines';
import { VoteStepper } from './vote-stepper';

/** A held stepper passes dozens of totals; a screen reader would say them all. */
const ANNOUNCEMENT_REST_MS = 600;

/** Shown at once; announced to screen readers when the voter pauses. */
function VotesTotal({ totalVotes }: { totalVotes: number }) {
  const { t } = useTranslation();
  const settledTotal = useSettled(totalVotes, ANNOUNCEMENT_REST_MS);
  return (
    <div className="relative border-surface-line border-t pt-4 text-right font-bold font-display text-gold text-xl">
      <p aria-hidden>{t('checkout.votes.total', { count: totalVotes })}</p>
      <p role="status" className="sr-only">
        {t('checkout.votes.total', { count: settledTotal })}
      </p>
    </div>
  );
}

interface VotesCardProps {
  options: readonly VoteOption[];
  votes: Votes;
  range: VoteRange;
  totalVotes: number;
  onVotesChange: (votes: Votes) => void;
}

export function VotesCard({ options, votes, range, totalVotes, onVotesChange }: VotesCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <section
      aria-labelledby="votes-title"
      className="rounded-card border border-surface-line bg-surface-raised p-5 sm:p-6"
    >
      <h2 id="votes-title" className="font-bold text-2xl leading-tight">
        {t('checkout.votes.title')}
      </h2>
      <p className="mt-1 text-ivory-muted text-sm">
        {range.min > 1
          ? t('checkout.votes.hintBetween', { min: range.min, max: range.max })
          : t('checkout.votes.hint', { max: range.max })}
      </p>
      <ul className="mt-3 divide-y divide-surface-line">
        {options.map(({ nominationId, name, nameFr }) => (
          <li
            key={nominationId}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 py-3"
          >
            <span className="min-w-min flex-1 font-semibold leading-snug max-sm:text-sm">
              {localized(language, name, nameFr)}
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
      <VotesTotal totalVotes={totalVotes} />
    </section>
  );
}
