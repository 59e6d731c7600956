import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import type { AdminPaymentHistory } from '#shared/contracts/admin-payments';

export function HistoryVotes({ votes }: Pick<AdminPaymentHistory, 'votes'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <section aria-labelledby="payment-votes">
      <h3 id="payment-votes" className="mb-2 font-bold text-base">
        {t('tracking.history.votes')}
      </h3>
      <ul className="flex flex-col divide-y divide-stage-line">
        {votes.map((vote) => (
          <li key={vote.nominationId} className="flex justify-between gap-3 py-1.5">
            <span className="wrap-anywhere min-w-0">
              <span className="block font-semibold">{vote.artistName}</span>
              <span className="text-ivory-muted">
                {(language === 'fr' && vote.categoryNameFr) || vote.categoryName}
              </span>
            </span>
            <span className="font-semibold tabular-nums">
              {formatNumber(vote.voteCount, language)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
