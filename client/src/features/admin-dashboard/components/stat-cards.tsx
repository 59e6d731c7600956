import { useQuery } from '@tanstack/react-query';
import { DollarSign, Tags, Users, Vote } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import { byCurrencyText, FigureCard, revenueText, statsQuery } from '../../admin-analytics';

export function StatCards() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, isError } = useQuery(statsQuery);
  const stats = data ?? (isError ? null : undefined);
  const figure = (name: 'totalArtists' | 'totalCategories' | 'totalVotes') =>
    stats && formatNumber(stats[name], language);
  return (
    <>
      {isError && (
        <p role="alert" className="mb-3 text-alert">
          {t('admin.dashboard.statsFailed')}
        </p>
      )}
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-2 sm:grid-cols-2 sm:gap-3 lg:grid-cols-4">
        <FigureCard
          icon={<Users aria-hidden />}
          label={t('admin.dashboard.totalArtists')}
          figure={figure('totalArtists')}
        />
        <FigureCard
          icon={<Tags aria-hidden />}
          label={t('admin.dashboard.categories')}
          figure={figure('totalCategories')}
        />
        <FigureCard
          icon={<Vote aria-hidden />}
          label={t('admin.dashboard.totalVotes')}
          figure={figure('totalVotes')}
        />
        <FigureCard
          icon={<DollarSign aria-hidden />}
          label={t('admin.dashboard.revenue')}
          figure={stats && revenueText(stats.totalRevenue, language)}
          hasLongNote // two currencies, in half the width of a phone
          note={stats ? byCurrencyText(stats.totalByCurrency, language) : '\u00a0'}
        />
      </dl>
    </>
  );
}
