import { useTranslation } from 'react-i18next';
import { AnalyticsTab } from '../analytics/analytics-tab';
import { ArtistsTab } from '../artists/artists-tab';
import { CategoriesTab } from '../categories/categories-tab';
import type { DashboardTab } from './dashboard-tabs';
import { DashboardTabs } from './dashboard-tabs';
import { StatCards } from './stat-cards';

const PANELS = {
  artists: ArtistsTab,
  categories: CategoriesTab,
  analytics: AnalyticsTab,
} satisfies Record<DashboardTab, () => React.ReactNode>;

export function Dashboard() {
  const { t } = useTranslation();
  return (
    <div className="mx-auto max-w-page px-3 py-5 sm:px-6">
      <h1 className="mb-4 font-bold text-2xl outline-none">{t('admin.shell.dashboard')}</h1>
      <StatCards />
      <DashboardTabs>
        {(tab) => {
          const Panel = PANELS[tab];
          return <Panel />;
        }}
      </DashboardTabs>
    </div>
  );
}
