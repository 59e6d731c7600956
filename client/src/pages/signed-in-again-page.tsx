import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { broadcastSignInAgain, signInProblemIn } from '#client/features/auth/index';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { EmptyState } from '#client/ui/empty-state';

/** Last page of the window for signing in again: tells the page that opened it to continue. */
export function SignedInAgainPage() {
  const { t } = useTranslation();
  usePageTitle(t('sign-in.again.heading'));
  useEffect(() => {
    broadcastSignInAgain(signInProblemIn(window.location.search));
    window.close();
  }, []);
  return (
    <EmptyState
      headingAs="h1"
      icon={<CircleCheck aria-hidden />}
      heading={t('sign-in.again.heading')}
      hint={t('sign-in.again.hint')}
    />
  );
}
