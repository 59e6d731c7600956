import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import type { Analytics } from '#shared/contracts/admin-payments';
import { strongest, sumOfVotes } from '../model/leaders';
import { hourText, zoneText } from '../model/time-text';
import { ChartFigure, type Story } from './chart-figure';

interface VotesPerHourProps {
  hours: Analytics['votesPerHour'];
  timeZone: string;
  scope: string;
}

export function VotesPerHour({ hours, timeZone, scope }: VotesPerHourProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const best = strongest(hours);
  const votes = t('analytics.column.votes');
  const story: Story | null = best
    ? {
        summary: t('analytics.votesPerHour.summary', {
          votes: t('admin.voteCount', { count: sumOfVotes(hours) }),
          hour: hourText(best.at, language, timeZone, 'full'),
          best: best.votes,
        }),
        picture: {
          kind: 'columns',
          labels: hours.map(({ at }) => ({
            short: hourText(at, language, timeZone, 'short'),
            full: hourText(at, language, timeZone, 'full'),
          })),
          series: [{ name: votes, mark: 'plum', values: hours.map((hour) => hour.votes) }],
          format: (value) => formatNumber(value, language),
        },
        numbers: {
          columns: [
            t('analytics.column.hour', { zone: zoneText(best.at, language, timeZone) }),
            votes,
          ],
          rows: hours.map((hour) => ({
            id: hour.at,
            cells: [
              hourText(hour.at, language, timeZone, 'full'),
              formatNumber(hour.votes, language),
            ],
          })),
        },
      }
    : null;
  return (
    <ChartFigure
      title={t('analytics.votesPerHour.title')}
      scope={scope}
      story={story}
      empty={t('analytics.votesPerHour.empty')}
    />
  );
}
