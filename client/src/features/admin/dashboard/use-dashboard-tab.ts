import { useLocation, useSearch } from 'wouter';

export const DASHBOARD_TABS = ['artists', 'categories', 'analytics'] as const;
export type DashboardTab = (typeof DASHBOARD_TABS)[number];

/** The tab is part of the address: it survives a reload and can be linked. */
export function useDashboardTab(): [DashboardTab, (tab: DashboardTab) => void] {
  const [, navigate] = useLocation();
  const named = new URLSearchParams(useSearch()).get('tab');
  const tab = DASHBOARD_TABS.find((one) => one === named) ?? 'artists';
  return [tab, (next) => navigate(`/admin?tab=${next}`)];
}
