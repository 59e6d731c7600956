import * as Tabs from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearch } from 'wouter';

const DASHBOARD_TABS = ['artists', 'categories', 'analytics'] as const;
export type DashboardTab = (typeof DASHBOARD_TABS)[number];

const tabIn = (search: string): DashboardTab => {
  const named = new URLSearchParams(search).get('tab');
  return DASHBOARD_TABS.find((one) => one === named) ?? 'artists';
};

/** The tab is part of the address: it survives a reload and can be linked. */
function useDashboardTab(): [DashboardTab, (tab: string) => void] {
  const [, navigate] = useLocation();
  const choose = (tab: string) => {
    // A press of the mouse chooses twice, by the press and by the focus: one history entry will do.
    if (tab !== tabIn(window.location.search)) navigate(`/admin?tab=${tab}`);
  };
  return [tabIn(useSearch()), choose];
}

interface DashboardTabsProps {
  children: (tab: DashboardTab) => ReactNode;
}

/** One tab stop for all three; arrow keys, Home and End choose another. */
export function DashboardTabs({ children }: DashboardTabsProps) {
  const { t } = useTranslation();
  const [chosen, choose] = useDashboardTab();
  return (
    <Tabs.Root value={chosen} onValueChange={choose}>
      <Tabs.List
        aria-label={t('admin.dashboard.tabs')}
        className="mt-6 grid grid-cols-[repeat(3,auto)] border-surface-line border-b sm:justify-start sm:gap-x-1"
      >
        {DASHBOARD_TABS.map((tab) => (
          <Tabs.Trigger
            key={tab}
            value={tab}
            className="-mb-px min-h-touch hyphens-auto wrap-anywhere border-transparent border-b-3 px-1 py-1.5 font-semibold text-[0.8125rem] text-ivory-muted leading-tight hover:text-ivory data-[state=active]:border-gold data-[state=active]:text-gold sm:px-3 sm:text-base"
          >
            {t(`admin.dashboard.tab.${tab}`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {/* No tab stop of its own: every panel begins with something that has the focus. */}
      <Tabs.Content value={chosen} tabIndex={undefined} className="py-5 outline-none">
        {children(chosen)}
      </Tabs.Content>
    </Tabs.Root>
  );
}
