import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CalendarDays, DollarSign, Tags } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Figure, Figures, QueryView } from '#client/features/admin/shell/index';
import { useMay } from '#client/features/auth/index';
import { formatNumber } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import { ChoiceStrip } from '#client/ui/fields/choice-strip';
import type { Analytics, Stats } from '#shared/contracts/admin-payments';
import { analyticsOf, statsQuery } from './api';
import { Charts, RANKING } from './components/charts';
import { SideBySide } from './components/side-by-side';
import { byCurrencyText, revenueText } from './model/revenue-text';
import { PERIODS, usePeriod } from './use-period';

interface TodayCardsProps {
  /** Null when they failed to load, undefined until they have loaded. */
  stats: Stats | null | undefined;
  analytics: Analytics | null | undefined;
}

function TodayCards({ stats, analytics }: TodayCardsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Figures>
      <Figure
        icon={<CalendarDays aria-hidden />}
        label={t('admin.analytics.todayVotes')}
        figure={stats && formatNumber(stats.todayVotes, language)}
      />
      <Figure
        icon={<DollarSign aria-hidden />}
        label={t('admin.analytics.todayRevenue')}
        figure={stats && revenueText(stats.todayRevenue, language)}
        note={stats ? byCurrencyText(stats.todayByCurrency, language) : '\u00a0'}
      />
      <Figure
        icon={<Tags aria-hidden />}
        label={t('admin.analytics.activeCategories')}
        figure={analytics && formatNumber(analytics.activeCategories, language)}
        note={
          <a href={`#${RANKING}`} className="text-gold underline underline-offset-4">
            {t('admin.analytics.activeCategoriesHint')}
          </a>
        }
      />
    </Figures>
  );
}

/** Links from the sums to the payments they consist of. */
function TrackingLink() {
  const { t } = useTranslation();
  return (
    <Link
      href="/admin/voter-tracking"
      className="group flex items-center justify-between gap-4 rounded-xl border border-surface-line bg-surface-raised p-4 hover:border-gold"
    >
      <span>
        <span className="block font-bold text-lg">{t('common.voterTracking')}</span>
        <span className="text-ivory-muted">{t('admin.analytics.trackingHint')}</span>
      </span>
      <ArrowRight aria-hidden className="size-5 shrink-0 text-gold" />
    </Link>
  );
}

export function AnalyticsTab() {
  const { t } = useTranslation();
  const mayTrack = useMay('payments');
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
      <ChoiceStrip
        label={t('analytics.period.label')}
        value={period}
        choices={PERIODS}
        textOf={(days) => t('analytics.period.days', { count: days })}
        onChoose={choosePeriod}
      />
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
      <SideBySide />
      {mayTrack && <TrackingLink />}
    </div>
  );
}
