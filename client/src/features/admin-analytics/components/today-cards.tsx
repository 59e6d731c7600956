import { CalendarDays, DollarSign, Tags } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import type { Analytics, Stats } from '#shared/contracts/admin-payments';
import { byCurrencyText, revenueText } from '../model/revenue-text';
import { FigureCard } from './figure-card';

interface TodayCardsProps {
  /** Null when they did not arrive, undefined until they do. */
  stats: Stats | null | undefined;
  analytics: Analytics | null | undefined;
}

export function TodayCards({ stats, analytics }: TodayCardsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
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
        note={stats ? byCurrencyText(stats.todayByCurrency, language) : '\u00a0'}
      />
      <FigureCard
        icon={<Tags aria-hidden />}
        label={t('admin.analytics.activeCategories')}
        figure={analytics && formatNumber(analytics.activeCategories, language)}
        note={t('admin.analytics.activeCategoriesHint')}
      />
    </dl>
  );
}
