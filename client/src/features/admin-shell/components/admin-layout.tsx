import { clsx } from 'clsx';
import { ArrowLeft, Lock, LogOut, Wifi, WifiOff } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { Badge } from '#client/ui/badge';
import { Button } from '#client/ui/button';
import { EmptyState } from '#client/ui/empty-state';
import { may } from '#shared/domain/permissions';
import { AdminOnly, LOGOUT_ADDRESS, permissionOf, useCurrentUser, useMay } from '../../auth';
import { LanguageSwitcher, Logo } from '../../layout';
import { SignInAgainDialog } from './sign-in-again-dialog';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says whether the browser has a network at all: without one the figures stand still. */
function OnlineBadge() {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <span role="status">
      {isOnline ? (
        <Badge className="text-success">
          <Wifi aria-hidden />
          {t('admin.shell.online')}
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

function AdminHeader() {
  const { t } = useTranslation();
  const user = useCurrentUser();
  const role = user?.role ?? null;
  const name = user?.firstName?.trim() || t('common.adminLink');
  const [path] = useLocation();
  const pages = [
    { href: '/admin', text: t('admin.shell.dashboard') },
    { href: '/admin/voter-tracking', text: t('common.voterTracking') },
    { href: '/admin/voters', text: t('voters.title') },
    { href: '/admin/books', text: t('books.title') },
    { href: '/admin/activity', text: t('activity.title') },
    { href: '/admin/health', text: t('health.title') },
    { href: '/admin/settings', text: t('settings.title') },
    { href: '/admin/team', text: t('team.title') },
  ].filter(({ href }) => may(role, permissionOf(href)));
  return (
    <header className="border-surface-line border-b bg-surface-raised">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1.5 sm:px-6">
        <Link
          href="/admin"
          aria-label={t('admin.shell.home')}
          className="flex min-h-touch min-w-touch items-center justify-center rounded-lg"
        >
          <Logo className="size-8 shrink-0 text-gold" />
        </Link>
        <OnlineBadge />
        <div className="ml-auto flex flex-wrap items-center justify-end gap-x-1">
          <Link
            href="/admin/sessions"
            aria-label={t('sessions.link', { name })}
            className="flex min-h-touch max-w-40 items-center rounded-lg px-1 font-semibold text-sm hover:text-gold"
          >
            <span className="truncate underline decoration-dotted underline-offset-4">{name}</span>
          </Link>
          <LanguageSwitcher isShort />
        </div>
        <div className="flex w-full flex-wrap items-center gap-x-1">
          <nav
            aria-label={t('admin.shell.navigation')}
            className="-ml-1.5 flex flex-wrap sm:ml-0 sm:gap-x-1"
          >
            {pages.map(({ href, text }) => (
              <Button
                key={href}
                asChild
                variant="ghost"
                className={clsx(
                  'px-1.5 py-1 text-[0.8125rem] sm:px-3 sm:text-sm',
                  path === href && 'bg-surface-high text-gold',
                )}
              >
                <Link href={href} aria-current={path === href ? 'page' : undefined}>
                  {text}
                </Link>
              </Button>
            ))}
          </nav>
          <div className="ml-auto flex flex-wrap gap-x-1">
            <Button asChild variant="ghost" className="px-2 py-1 text-sm sm:px-3">
              <Link href="/categories">
                <ArrowLeft aria-hidden className="size-4" />
                {t('common.backToHome')}
              </Link>
            </Button>
            {/* Signing out leads through the server, so this is no link of the router. */}
            <Button asChild variant="ghost" className="px-2 py-1 text-sm sm:px-3">
              <a href={LOGOUT_ADDRESS}>
                <LogOut aria-hidden className="size-4" />
                {t('common.logout')}
              </a>
            </Button>
          </div>
        </div>
      </div>
    </header>
  );
}

/** In place of a page that is for others of the team. */
function NotForYou() {
  const { t } = useTranslation();
  const role = useCurrentUser()?.role;
  usePageTitle(t('admin.notForYou.heading'));
  return (
    <main id="content" tabIndex={-1} className="site-main">
      <EmptyState
        headingAs="h1"
        icon={<Lock aria-hidden />}
        heading={t('admin.notForYou.heading')}
        hint={role ? t('admin.notForYou.hint', { role: t(`admin.role.${role}`) }) : ''}
        action={
          <Button asChild>
            <Link href="/admin">{t('admin.shell.dashboard')}</Link>
          </Button>
        }
      />
    </main>
  );
}

function PageFor({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  return useMay(permissionOf(path)) ? children : <NotForYou />;
}

/** The header around every page under /admin, for the team only, and each page for who may see it. */
export const AdminLayout = ({ children }: { children: ReactNode }) => (
  <AdminOnly>
    <AdminHeader />
    <PageFor>{children}</PageFor>
    <SignInAgainDialog />
  </AdminOnly>
);
