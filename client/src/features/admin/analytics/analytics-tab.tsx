import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { statsQuery } from '../dashboard/queries';
import { QueryView } from '../shell/query-view';
import { Charts } from './charts';
import { usePeriod } from './period';
import { PeriodChoice } from './period-choice';
import { analyticsOf } from './queries';
import { TodayCards } from './today-cards';
import { TrackingLink } from './tracking-link';

export function AnalyticsTab() {
  const { t } = useTranslation();
  const [period, choosePeriod] = usePeriod();
  const stats = useQuery(statsQuery);
  const query = useQuery(analyticsOf(period));
  const isStale = query.isError && query.data !== undefined;
  return (
    <div className="flex flex-col gap-5">
      <TodayCards
        stats={stats.data ?? (stats.isError ? null : undefined)}
        analytics={query.data ?? (query.isError ? null : undefined)}
      />
      <PeriodChoice period={period} onChange={choosePeriod} />
      {isStale && (
        <p role="status" className="text-alert">
          {t('admin.dashboard.statsFailed')}
        </p>
      )}
      <QueryView query={query}>
        {(analytics) => (
          <div
            aria-busy={query.isPlaceholderData}
            className={`flex flex-col gap-6 ${query.isPlaceholderData ? 'opacity-60' : ''}`}
          >
            <Charts analytics={analytics} period={period} />
          </div>
        )}
      </QueryView>
      <TrackingLink />
    </div>
  );
}
