import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearch } from 'wouter';
import { cn } from '#client/lib/cn';

const DASHBOARD_TABS = ['artists', 'categories', 'analytics'] as const;
export type DashboardTab = (typeof DASHBOARD_TABS)[number];

/** The tab is part of the address: it survives a reload and can be linked. */
function useDashboardTab(): [DashboardTab, (tab: DashboardTab) => void] {
  const [, navigate] = useLocation();
  const named = new URLSearchParams(useSearch()).get('tab');
  const tab = DASHBOARD_TABS.find((one) => one === named) ?? 'artists';
  return [tab, (next) => navigate(`/admin?tab=${next}`)];
}

const STEPS: Readonly<Record<string, (index: number) => number>> = {
  ArrowRight: (index) => (index + 1) % DASHBOARD_TABS.length,
  ArrowLeft: (index) => (index + DASHBOARD_TABS.length - 1) % DASHBOARD_TABS.length,
  Home: () => 0,
  End: () => DASHBOARD_TABS.length - 1,
};

interface DashboardTabsProps {
  children: (tab: DashboardTab) => ReactNode;
}

/** One tab stop for all three; arrows move between them (ARIA authoring practices). */
export function DashboardTabs({ children }: DashboardTabsProps) {
  const { t } = useTranslation();
  const [chosen, choose] = useDashboardTab();
  const list = useRef<HTMLDivElement>(null);

  const step = (event: KeyboardEvent) => {
    const index = STEPS[event.key]?.(DASHBOARD_TABS.indexOf(chosen));
    const tab = index === undefined ? undefined : DASHBOARD_TABS[index];
    if (!tab) return;
    event.preventDefault();
    choose(tab);
    list.current?.querySelector<HTMLElement>(`#tab-${tab}`)?.focus();
  };

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={t('admin.dashboard.tabs')}
        onKeyDown={step}
        className="mt-6 grid grid-cols-[repeat(3,auto)] border-stage-line border-b sm:justify-start sm:gap-x-1"
      >
        {DASHBOARD_TABS.map((tab) => (
          <button
            key={tab}
            id={`tab-${tab}`}
            type="button"
            role="tab"
            aria-selected={tab === chosen}
            aria-controls="dashboard-panel"
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => choose(tab)}
            className={cn(
              '-mb-px min-h-touch hyphens-auto wrap-anywhere border-b-3 px-1 py-1.5 font-semibold text-[0.8125rem] leading-tight sm:px-3 sm:text-base',
              tab === chosen
                ? 'border-gold text-gold'
                : 'border-transparent text-ivory-muted hover:text-ivory',
            )}
          >
            {t(`admin.dashboard.tab.${tab}`)}
          </button>
        ))}
      </div>
      <div id="dashboard-panel" role="tabpanel" aria-labelledby={`tab-${chosen}`} className="py-5">
        {children(chosen)}
      </div>
    </>
  );
}
