import { useQuery } from '@tanstack/react-query';
import { ChartColumn, LogIn, LogOut, Receipt, Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { Button } from '#client/ui/button';
import { LOGOUT_ADDRESS, useCurrentUser, useLoginAddress } from '../../auth';

interface SiteLinksProps {
  /** For each link. */
  className: string;
  onNavigate?: () => void;
}

/** Where one can go from anywhere: the same in the header and in the drawer of small screens. */
export function SiteLinks({ className, onNavigate }: SiteLinksProps) {
  const { t } = useTranslation();
  const user = useCurrentUser();
  const loginAddress = useLoginAddress();
  const { data: config } = useQuery(publicConfigQuery);
  const inApp = [
    { href: '/my-receipts', text: t('common.myReceipts'), Icon: Receipt },
    ...(user?.isAdmin
      ? [
          { href: '/admin', text: t('common.adminLink'), Icon: Settings },
          { href: '/admin/voter-tracking', text: t('common.voterTracking'), Icon: ChartColumn },
        ]
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
      {/* Signing in and out leads through the server, so these are no links of the router. */}
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
