import { CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLoginAddress } from '#client/features/auth/index';
import { isForbidden, isSignedOut } from '#client/lib/api/request';
import { Button } from '#client/ui/button';
import { EmptyState } from '#client/ui/empty-state';

interface LoadFailedProps {
  error: Error;
  isRetrying: boolean;
  onRetry: () => void;
  /** Texts for content that "the list" does not describe. */
  texts?: { heading: string; hint: string };
  /** `h1` when the page has no other content. */
  headingAs?: 'h1' | 'h2';
}

/**
 * Offers the sign-in after a 401, and no action after a 403: repeating the request would not help.
 */
export function LoadFailed({
  error,
  isRetrying,
  onRetry,
  texts,
  headingAs = 'h2',
}: LoadFailedProps) {
  const { t } = useTranslation();
  const loginAddress = useLoginAddress();
  const needsSignIn = isSignedOut(error);
  const lacksPermission = isForbidden(error);
  return (
    <EmptyState
      role="alert"
      headingAs={headingAs}
      className="rounded-xl border border-surface-line bg-surface-raised"
      icon={<CloudOff aria-hidden />}
      heading={texts?.heading ?? t('admin.loadError.heading')}
      hint={
        needsSignIn
          ? t('admin.loadError.signedOut')
          : lacksPermission
            ? t('sign-in.admin.otherRole')
            : (texts?.hint ?? t('admin.loadError.hint'))
      }
      action={
        lacksPermission ? undefined : needsSignIn ? (
          <Button asChild>
            <a href={loginAddress}>{t('common.login')}</a>
          </Button>
        ) : (
          <Button isBusy={isRetrying} onClick={onRetry}>
            {t('common.retry')}
          </Button>
        )
      }
    />
  );
}
