import { useTranslation } from 'react-i18next';
import { AnalyticsTab } from '../admin-analytics';
import { ArtistsTab } from '../admin-artists';
import { CategoriesTab } from '../admin-categories';
import type { DashboardTab } from './components/dashboard-tabs';
import { DashboardTabs } from './components/dashboard-tabs';
import { StatCards } from './components/stat-cards';

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
