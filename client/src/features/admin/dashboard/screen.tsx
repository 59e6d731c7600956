import * as Tabs from '@radix-ui/react-tabs';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import {
  DollarSign,
  Eraser,
  Flag,
  type LucideIcon,
  Smartphone,
  Tags,
  TriangleAlert,
  Users,
  Vote,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearch } from 'wouter';
import {
  AnalyticsTab,
  byCurrencyText,
  revenueText,
  statsQuery,
} from '#client/features/admin/analytics/index';
import { ArtistsTab } from '#client/features/admin/artists/index';
import { CategoriesTab } from '#client/features/admin/categories/index';
import { useRouteConcern } from '#client/features/admin/mobile-money/index';
import { Figure, Figures, useEditionState } from '#client/features/admin/shell/index';
import { useCurrentUser, useLoginAddress, useMay } from '#client/features/auth/index';
import { isSignedOut } from '#client/lib/api/request';
import { formatNumber } from '#client/lib/format';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { useLanguage } from '#client/lib/use-language';
import { may } from '#shared/domain/permissions';
import { AtAGlance } from './components/at-a-glance';

const DASHBOARD_TABS = [
  { name: 'artists', permission: 'catalog' },
  { name: 'categories', permission: 'catalog' },
  { name: 'analytics', permission: 'dashboard' },
] as const;
type DashboardTab = (typeof DASHBOARD_TABS)[number]['name'];

const tabIn = (search: string, offered: readonly DashboardTab[]): DashboardTab => {
  const requested = new URLSearchParams(search).get('tab');
  return offered.find((tab) => tab === requested) ?? offered[0] ?? 'analytics';
};

/** The tab is part of the address: it survives a reload and can be linked. */
function useDashboardTab(offered: readonly DashboardTab[]): [DashboardTab, (tab: string) => void] {
  const [, navigate] = useLocation();
  const choose = (tab: string) => {
    // A mouse press selects twice, by the press and by the focus; one history entry is enough.
    if (tab !== tabIn(window.location.search, offered)) navigate(`/admin?tab=${tab}`);
  };
  return [tabIn(useSearch(), offered), choose];
}

interface DashboardTabsProps {
  children: (tab: DashboardTab) => ReactNode;
}

/** A single tab stop for all tabs; arrow keys, Home and End select. */
function DashboardTabs({ children }: DashboardTabsProps) {
  const { t } = useTranslation();
  const role = useCurrentUser()?.role ?? null;
  const state = useEditionState();
  // Artists and categories of an archived edition do not change any more: its archive shows them.
  const offered = DASHBOARD_TABS.filter(
    ({ permission }) => may(role, permission) && (state !== 'archived' || permission !== 'catalog'),
  ).map(({ name }) => name);
  const [chosen, choose] = useDashboardTab(offered);
  return (
    <Tabs.Root value={chosen} onValueChange={choose}>
      <Tabs.List
        aria-label={t('admin.dashboard.tabs')}
        className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,6rem),1fr))] border-surface-line border-b sm:flex sm:flex-wrap sm:gap-x-1"
      >
        {offered.map((tab) => (
          <Tabs.Trigger
            key={tab}
            value={tab}
            className="-mb-px min-h-touch max-w-full border-transparent border-b-3 px-1 py-1.5 font-semibold text-[0.8125rem] text-ivory-muted leading-tight hover:text-ivory data-[state=active]:border-gold data-[state=active]:text-gold sm:px-3 sm:text-sm"
          >
            {t(`admin.dashboard.tab.${tab}`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {/* The panel is no tab stop itself: each starts with a focusable element. */}
      <Tabs.Content value={chosen} tabIndex={undefined} className="py-4 outline-none">
        {children(chosen)}
      </Tabs.Content>
    </Tabs.Root>
  );
}

/** Classes that hide badges for which the line has no space: a phone shows one, the most urgent. */
const ROOM = ['', 'max-sm:hidden', 'max-xl:hidden', 'max-2xl:hidden', 'max-2xl:hidden'];

interface Concern {
  isShown: boolean;
  href: string;
  Icon: LucideIcon;
  text: string;
  /** For wide screens. */
  more?: string;
  color?: string;
}

/**
 * Links to the payments and differences that need an administrator. Its place is reserved, so that
 * nothing moves.
 */
function Concerns() {
  const { t } = useTranslation();
  const { data: stats } = useQuery(statsQuery);
  const routes = useRouteConcern();
  const maySettle = useMay('payments');
  const mayReadBooks = useMay('books');
  const mayKeep = useMay('settings');
  if (!stats) return null;
  const concerns: Concern[] = [
    {
      isShown: !stats.doesCountHold,
      href: '/admin/health',
      Icon: TriangleAlert,
      text: t('admin.dashboard.countDiffers'),
    },
    {
      isShown: routes !== null,
      href: '/admin/health#mobile-money',
      Icon: Smartphone,
      text: routes?.text ?? '',
      more: routes?.more ?? '',
      ...(!routes?.isUrgent && { color: 'text-gold hover:text-gold-bright' }),
    },
    {
      isShown: mayReadBooks && !stats.doBooksAgree,
      href: '/admin/books',
      Icon: TriangleAlert,
      text: t('admin.dashboard.booksDiffer'),
    },
    {
      isShown: mayKeep && stats.erasureFrom !== null,
      href: '/admin/settings',
      Icon: Eraser,
      text: t('admin.dashboard.erasure'),
    },
    {
      isShown: maySettle && stats.needALook > 0,
      href: '/admin/voter-tracking?look=needed',
      Icon: Flag,
      text: t('admin.dashboard.needALook', { count: stats.needALook }),
      color: 'text-gold hover:text-gold-bright',
    },
  ];
  const shown = concerns.filter(({ isShown }) => isShown);
  if (shown.length === 0) return null;
  return (
    <p className="flex min-w-0 grow basis-32 flex-wrap justify-end gap-x-4">
      {shown.map(({ href, Icon, text, more = '', color = 'text-alert' }, at) => (
        <Link
          key={href}
          href={href}
          className={clsx(
            'flex min-h-touch items-center gap-2 font-semibold text-sm underline underline-offset-4',
            color,
            ROOM[at],
          )}
        >
          <Icon aria-hidden className="size-4 shrink-0" />
          <span className="line-clamp-2">
            {text}
            <span className="max-lg:hidden">{more}</span>
          </span>
        </Link>
      ))}
    </p>
  );
}

function StatCards() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, error, isError } = useQuery(statsQuery);
  const loginAddress = useLoginAddress();
  const stats = data ?? (isError ? null : undefined);
  const counts = [
    { name: 'totalArtists', Icon: Users, label: t('admin.dashboard.totalArtists') },
    { name: 'totalCategories', Icon: Tags, label: t('admin.dashboard.categories') },
    { name: 'totalVotes', Icon: Vote, label: t('admin.dashboard.totalVotes') },
  ] as const;
  return (
    <>
      {isError && (
        <p role="alert" className="mb-3 text-alert">
          {isSignedOut(error) ? (
            <a href={loginAddress} className="underline underline-offset-4">
              {t('admin.loadError.signedOut')}
            </a>
          ) : (
            t('admin.dashboard.statsFailed')
          )}
        </p>
      )}
      <Figures>
        {counts.map(({ name, Icon, label }) => (
          <Figure
            key={name}
            icon={<Icon aria-hidden />}
            label={label}
            figure={stats && formatNumber(stats[name], language)}
          />
        ))}
        <Figure
          icon={<DollarSign aria-hidden />}
          label={t('admin.dashboard.revenue')}
          figure={stats && revenueText(stats.totalRevenue, language)}
          hasLongNote // Two currencies in half the width of a phone.
          note={stats ? byCurrencyText(stats.totalByCurrency, language) : '\u00a0'}
        />
      </Figures>
    </>
  );
}

const PANELS = {
  artists: ArtistsTab,
  categories: CategoriesTab,
  analytics: AnalyticsTab,
} satisfies Record<DashboardTab, () => React.ReactNode>;

export function Dashboard() {
  const { t } = useTranslation();
  usePageTitle(t('admin.shell.dashboard'));
  return (
    <div className="mx-auto max-w-page px-3 py-3 sm:px-6">
      <div className="mb-1 flex min-h-touch flex-wrap items-center gap-x-4">
        <h1 className="font-bold text-xl outline-none">{t('admin.shell.dashboard')}</h1>
        <Concerns />
      </div>
      <StatCards />
      <AtAGlance />
      <DashboardTabs>
        {(tab) => {
          const Panel = PANELS[tab];
          return <Panel />;
        }}
      </DashboardTabs>
    </div>
  );
}
