import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import type { Analytics } from '#shared/contracts/admin-payments';
import { strongest, sumOfVotes } from '../model/leaders';
import { dayText } from '../model/time-text';
import { ChartFigure, type Story } from './chart-figure';

interface VotesPerDayProps {
  days: Analytics['votesPerDay'];
  scope: string;
}

export function VotesPerDay({ days, scope }: VotesPerDayProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const best = strongest(days);
  const votes = t('analytics.column.votes');
  const story: Story | null = best
    ? {
        summary: t('analytics.votesPerDay.summary', {
          votes: t('admin.voteCount', { count: sumOfVotes(days) }),
          day: dayText(best.day, language, 'full'),
          best: best.votes,
        }),
        picture: {
          kind: 'columns',
          labels: days.map(({ day }) => ({
            short: dayText(day, language, 'short'),
            full: dayText(day, language, 'full'),
          })),
          series: [{ name: votes, mark: 'plum', values: days.map((day) => day.votes) }],
          format: (value) => formatNumber(value, language),
        },
        numbers: {
          columns: [t('analytics.column.day'), votes],
          rows: days.map((day) => ({
            id: day.day,
            cells: [dayText(day.day, language, 'full'), formatNumber(day.votes, language)],
          })),
        },
      }
    : null;
  return (
    <ChartFigure
      title={t('analytics.votesPerDay.title')}
      scope={scope}
      story={story}
      empty={t('analytics.votesPerDay.empty')}
    />
  );
}
