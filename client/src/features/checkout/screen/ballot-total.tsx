import { useTranslation } from 'react-i18next';
import { useSettled } from '#client/lib/use-settled';

/** A held stepper passes dozens of totals; a screen reader would say them all. */
const ANNOUNCEMENT_REST_MS = 600;

/** To the eye at once; to the ear when the voter pauses. */
export function BallotTotal({ totalVotes }: { totalVotes: number }) {
  const { t } = useTranslation();
  const settledTotal = useSettled(totalVotes, ANNOUNCEMENT_REST_MS);
  return (
    <div className="relative border-stage-line border-t pt-4 text-right font-bold font-display text-gold text-xl">
      <p aria-hidden>{t('checkout.ballot.total', { count: totalVotes })}</p>
      <p role="status" className="sr-only">
        {t('checkout.ballot.total', { count: settledTotal })}
      </p>
    </div>
  );
}
