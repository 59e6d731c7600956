import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CalendarDays, DollarSign, Tags } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { formatNumber } from '../../../lib/format';
import { useLanguage } from '../../../lib/use-language';
import { QueryView } from '../shell/query-view';
import { FigureCard } from './figure-card';
import { MethodShares } from './method-shares';
import { analyticsQuery, statsQuery } from './queries';
import { byCurrencyText, revenueText } from './revenue-text';

export function AnalyticsTab() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: stats } = useQuery(statsQuery);
  const analytics = useQuery(analyticsQuery);
  return (
    <QueryView query={analytics}>
      {({ activeCategories, paymentMethods }) => (
        <div className="flex flex-col gap-4">
          <dl className="grid gap-2 sm:grid-cols-3 sm:gap-3">
            <FigureCard
              icon={<CalendarDays aria-hidden />}
              label={t('admin.analytics.todayVotes')}
              figure={stats && formatNumber(stats.todayVotes, language)}
            />
            <FigureCard
              icon={<DollarSign aria-hidden />}
              label={t('admin.analytics.todayRevenue')}
              figure={stats && revenueText(stats.todayRevenue, language)}
              note={stats && byCurrencyText(stats.todayByCurrency, language)}
            />
            <FigureCard
              icon={<Tags aria-hidden />}
              label={t('admin.analytics.activeCategories')}
              figure={formatNumber(activeCategories, language)}
              note={t('admin.analytics.activeCategoriesHint')}
            />
          </dl>
          <MethodShares shares={paymentMethods} />
          <Link
            href="/admin/voter-tracking"
            className="group flex items-center justify-between gap-4 rounded-xl border border-stage-line bg-stage-raised p-4 hover:border-gold"
          >
            <span>
              <span className="block font-bold text-lg">{t('common.voterTracking')}</span>
              <span className="text-ivory-muted">{t('admin.analytics.trackingHint')}</span>
            </span>
            <ArrowRight aria-hidden className="size-5 shrink-0 text-gold" />
          </Link>
        </div>
      )}
    </QueryView>
  );
}
