import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';

const PAGE = '/payment-help';

interface HelpLinkProps {
  className?: string;
  onClick?: () => void;
}

/** Links to the page that explains the state of the open payment; hidden on that page itself. */
export function HelpLink({ className, onClick }: HelpLinkProps) {
  const { t } = useTranslation();
  const [path] = useLocation();
  if (path === PAGE) return null;
  return (
    <Link
      href={PAGE}
      onClick={onClick}
      className={clsx(
        'inline-flex min-h-touch items-center font-semibold underline underline-offset-4',
        className,
      )}
    >
      {t('common.footer.helpLink')}
    </Link>
  );
}
