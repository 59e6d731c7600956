import { clsx } from 'clsx';
import {
  Archive,
  ArrowLeft,
  Lock,
  LogOut,
  type LucideIcon,
  Menu,
  Wifi,
  WifiOff,
} from 'lucide-react';
import { type ReactElement, type ReactNode, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import {
  AdminOnly,
  LOGOUT_ADDRESS,
  permissionOf,
  useCurrentUser,
  useMay,
} from '#client/features/auth/index';
import { LanguageSwitcher, Logo } from '#client/features/layout/index';
import { chosenYear } from '#client/lib/edition';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { Badge } from '#client/ui/badge';
import { Button, IconButton } from '#client/ui/button';
import { EmptyState } from '#client/ui/empty-state';
import { Drawer } from '#client/ui/overlay/drawer';
import { archivePath } from '#shared/domain/editions';
import { may } from '#shared/domain/permissions';
import { useEditionState } from '../use-edition-state';
import { EditionNotice } from './edition-notice';
import { EditionSwitch } from './edition-switch';
import { SignInAgainDialog } from './sign-in-again-dialog';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Shows when the browser has no network: the figures are not refreshed then. */
function OnlineBadge() {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <span role="status">
      {isOnline ? (
        <Badge className="px-2 text-success">
          <Wifi aria-hidden />
          <span className="max-sm:sr-only">{t('admin.shell.online')}</span>
        </Badge>
      ) : (
        <Badge variant="amber">
          <WifiOff aria-hidden />
          {t('admin.shell.offline')}
        </Badge>
      )}
    </span>
  );
}

/** Pages reached from the dashboard, which link back to it. */
const BELOW_DASHBOARD = /^\/admin\/(artists|import)\b/;

interface PageLinksProps {
  /** Applied to each link. */
  className: string;
  onNavigate?: () => void;
}

/** Links to the pages that this person's role may see. */
function PageLinks({ className, onNavigate }: PageLinksProps) {
  const { t } = useTranslation();
  const role = useCurrentUser()?.role ?? null;
  const [path] = useLocation();
  const pages = [
    { href: '/admin', text: t('admin.shell.dashboard') },
    { href: '/admin/voter-tracking', text: t('common.voterTracking') },
    { href: '/admin/voters', text: t('admin.shell.voters') },
    { href: '/admin/books', text: t('books.title') },
    { href: '/admin/activity', text: t('activity.title') },
    { href: '/admin/health', text: t('health.title') },
    { href: '/admin/settings', text: t('settings.title') },
    { href: '/admin/editions', text: t('admin.shell.editions') },
    { href: '/admin/team', text: t('team.title') },
  ].filter(({ href }) => may(role, permissionOf(href)));
  return pages.map(({ href, text }) => {
    const isHere = path === href;
    const isParent = href === '/admin' && BELOW_DASHBOARD.test(path);
    return (
      <Button
        key={href}
        asChild
        variant="ghost"
        className={clsx(className, (isHere || isParent) && 'bg-surface-high text-gold')}
      >
        <Link href={href} aria-current={isHere ? 'page' : isParent} onClick={onNavigate}>
          {text}
        </Link>
      </Button>
    );
  });
}

interface LeaveLinksProps {
  /** Applied to each link. */
  className: string;
  /** True to show labels only as tooltips and to screen readers. */
  isShort?: boolean;
}

/** Links to the public site and to sign-out. */
function LeaveLinks({ className, isShort = false }: LeaveLinksProps) {
  const { t } = useTranslation();
  // Signing out goes through the server, so it is not a client-side route.
  const links = [
    { Anchor: Link, href: '/categories', Icon: ArrowLeft, text: t('common.backToHome') },
    { Anchor: 'a', href: LOGOUT_ADDRESS, Icon: LogOut, text: t('common.logout') },
  ] as const;
  return links.map(({ Anchor, href, Icon, text }) => (
    <Button
      key={href}
      asChild
      variant="ghost"
      size={isShort ? 'icon' : 'md'}
      aria-label={isShort ? text : undefined}
      className={className}
    >
      <Anchor href={href}>
        <Icon aria-hidden className="size-5" />
        {!isShort && text}
      </Anchor>
    </Button>
  ));
}

/** Holds everything that does not fit in the header below desktop width. */
function AdminMenu() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const className = 'w-full justify-start px-4';
  return (
    <>
      <IconButton
        icon={Menu}
        isLarge
        label={t('common.menu')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      />
      <Drawer open={isOpen} onOpenChange={setIsOpen} title={t('admin.shell.navigation')}>
        <div className="px-4 sm:hidden">
          <EditionSwitch />
        </div>
        <nav aria-label={t('admin.shell.navigation')} className="flex flex-col">
          <PageLinks className={className} onNavigate={close} />
        </nav>
        <div className="flex flex-col border-surface-line border-t pt-4">
          <LeaveLinks className={className} />
        </div>
      </Drawer>
    </>
  );
}

/** One row in the colours of the public site. */
function AdminHeader() {
  const { t } = useTranslation();
  const user = useCurrentUser();
  const name = user?.firstName?.trim() || t('common.adminLink');
  return (
    <header className="public-theme bg-surface">
      <div className="mx-auto flex min-h-13 max-w-page flex-wrap items-center gap-x-1 px-3 sm:px-6">
        <Link
          href="/admin"
          aria-label={t('admin.shell.home')}
          className="flex min-h-touch min-w-touch items-center justify-center rounded-lg xl:mr-2 xl:justify-start"
        >
          <Logo className="size-8 shrink-0 text-gold" />
        </Link>
        <nav
          aria-label={t('admin.shell.navigation')}
          className="hidden min-w-0 flex-1 flex-wrap xl:flex"
        >
          <PageLinks className="px-1.5 text-sm" />
        </nav>
        <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-x-1">
          <div className="max-sm:hidden">
            <EditionSwitch />
          </div>
          <OnlineBadge />
          <Link
            href="/admin/sessions"
            aria-label={t('sessions.link', { name })}
            className="flex min-h-touch max-w-40 items-center rounded-lg px-1.5 font-semibold text-sm hover:text-gold"
          >
            <span className="wrap-anywhere line-clamp-1 underline decoration-dotted underline-offset-4">
              {name}
            </span>
          </Link>
          <LanguageSwitcher isShort />
          <div className="hidden xl:flex">
            <LeaveLinks isShort className="" />
          </div>
          <div className="xl:hidden">
            <AdminMenu />
          </div>
        </div>
      </div>
    </header>
  );
}

interface InsteadOfPageProps {
  Icon: LucideIcon;
  heading: string;
  hint: string;
  /** A link. */
  action: ReactElement;
}

/** Says why a page is not shown. */
function InsteadOfPage({ Icon, heading, hint, action }: InsteadOfPageProps) {
  usePageTitle(heading);
  return (
    <main id="content" tabIndex={-1} className="site-main">
      <EmptyState
        headingAs="h1"
        icon={<Icon aria-hidden />}
        heading={heading}
        hint={hint}
        action={<Button asChild>{action}</Button>}
      />
    </main>
  );
}

/** Shown in place of a page that the role does not allow. */
function NoPermission() {
  const { t } = useTranslation();
  const role = useCurrentUser()?.role;
  return (
    <InsteadOfPage
      Icon={Lock}
      heading={t('admin.notForYou.heading')}
      hint={role ? t('admin.notForYou.hint', { role: t(`admin.role.${role}`) }) : ''}
      action={<Link href="/admin">{t('admin.shell.dashboard')}</Link>}
    />
  );
}

/** Shown in place of a page on which an archived edition could be changed. */
function ArchivedEdition({ year }: { year: string }) {
  const { t } = useTranslation();
  return (
    <InsteadOfPage
      Icon={Archive}
      heading={t('sign-in.admin.archived')}
      hint={t('sign-in.admin.archivedHint')}
      action={<a href={archivePath(year)}>{t('admin-editions.siteOf.archived', { year })}</a>}
    />
  );
}

function PageFor({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const permission = permissionOf(path);
  const isAllowed = useMay(permission);
  const state = useEditionState();
  // The notice above it appears with the page, and moves nothing.
  if (state === undefined) return null;
  if (!isAllowed) return <NoPermission />;
  if (permission !== 'catalog' || state !== 'archived' || chosenYear === null) return children;
  return <ArchivedEdition year={chosenYear} />;
}

/**
 * The header around every page under /admin. Only for the team, and each page only for roles that
 * may see it.
 */
export const AdminLayout = ({ children }: { children: ReactNode }) => (
  <AdminOnly>
    <AdminHeader />
    <EditionNotice />
    <PageFor>{children}</PageFor>
    <SignInAgainDialog />
  </AdminOnly>
);
