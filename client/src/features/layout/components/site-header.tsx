import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { LayoutGrid, LogIn, LogOut, Menu, Ticket, Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import {
  LOGOUT_ADDRESS,
  useCurrentUser,
  useLoginAddress,
  useMay,
} from '#client/features/auth/index';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { useEvent } from '#client/lib/use-event';
import { Badge } from '#client/ui/badge';
import { Button, IconButton } from '#client/ui/button';
import { Drawer } from '#client/ui/overlay/drawer';
import { LanguageSwitcher } from './language-switcher';
import { Logo } from './logo';

interface SiteLinksProps {
  /** Applied to each link. */
  className: string;
  onNavigate?: () => void;
}

/** The main navigation: the same in the header and in the drawer of small screens. */
function SiteLinks({ className, onNavigate }: SiteLinksProps) {
  const { t } = useTranslation();
  const user = useCurrentUser();
  const isOfTeam = useMay('dashboard');
  const mayTrack = useMay('payments');
  const loginAddress = useLoginAddress();
  const { data: config } = useQuery(publicConfigQuery);
  const inApp = [
    { href: '/my-receipts', text: t('common.myReceipts'), Icon: Ticket },
    ...(isOfTeam ? [{ href: '/admin', text: t('common.adminLink'), Icon: LayoutGrid }] : []),
    ...(mayTrack
      ? [{ href: '/admin/voter-tracking', text: t('common.voterTracking'), Icon: Users }]
      : []),
  ];
  const isLoginOffered = user === null && config?.signIn === true;
  return (
    <>
      {inApp.map(({ href, text, Icon }) => (
        <Button key={href} asChild variant="ghost" className={className}>
          <Link href={href} onClick={onNavigate}>
            <Icon aria-hidden className="size-5 text-gold" />
            {text}
          </Link>
        </Button>
      ))}
      {/* Signing in and out goes through the server, so these are not client-side routes. */}
      {isLoginOffered && (
        <Button asChild variant="ghost" className={className}>
          <a href={loginAddress} rel="nofollow">
            <LogIn aria-hidden className="size-5 text-gold" />
            {t('common.login')}
          </a>
        </Button>
      )}
      {user && (
        <Button asChild variant="ghost" className={className}>
          <a href={LOGOUT_ADDRESS}>
            <LogOut aria-hidden className="size-5 text-gold" />
            {t('common.logout')}
          </a>
        </Button>
      )}
    </>
  );
}

/** Lazy, because few visitors are signed in. */
const SignedInUser = lazy(async () => ({
  default: (await import('./signed-in-user')).SignedInUser,
}));

function MobileMenu() {
  const { t } = useTranslation();
  const { name } = useEvent();
  const user = useCurrentUser();
  const [isOpen, setIsOpen] = useState(false);
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
      <Drawer open={isOpen} onOpenChange={setIsOpen} title={name}>
        {user && (
          <Suspense>
            <SignedInUser user={user} />
          </Suspense>
        )}
        <nav aria-label={t('common.siteNavigation')} className="flex flex-col">
          <SiteLinks className="w-full justify-start px-4" onNavigate={() => setIsOpen(false)} />
        </nav>
        <LanguageSwitcher />
      </Drawer>
    </>
  );
}

export function SiteHeader() {
  const { t } = useTranslation();
  const { name, year } = useEvent();
  return (
    <header className="relative z-10 mx-auto flex min-h-17 w-full max-w-page flex-wrap items-center gap-1.5 px-3 sm:gap-3 sm:px-6">
      <Link
        href="/categories"
        aria-label={t('common.home', { event: name })}
        className="flex min-h-touch min-w-touch items-center justify-center gap-2.5 rounded-lg"
      >
        <Logo className="size-9 shrink-0 text-gold" />
        <span className="wrap-anywhere line-clamp-1 max-w-sm font-bold font-display text-xl max-sm:hidden">
          {name}
        </span>
      </Link>
      {/* Reserves its width while the year is loading. */}
      <Badge className={clsx('shrink-0 px-2.5', year === null && 'invisible')}>
        {t('common.awardsPill', { year: year ?? '0000' })}
      </Badge>
      <div className="ml-auto flex shrink-0 items-center gap-0.5 sm:gap-3">
        <nav aria-label={t('common.siteNavigation')} className="hidden lg:flex">
          {/* Fits an administrator's five links, in French, on one line. */}
          <SiteLinks className="px-2 text-sm xl:px-3 xl:text-base max-xl:[&_svg]:hidden" />
        </nav>
        <LanguageSwitcher isShort />
        <div className="lg:hidden">
          <MobileMenu />
        </div>
      </div>
    </header>
  );
}
