import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#client/lib/cn';
import { DASHBOARD_TABS, type DashboardTab, useDashboardTab } from './use-dashboard-tab';

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
