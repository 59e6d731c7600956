import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signInProblemIn, tellSignInAgain } from '../features/auth';
import { usePageTitle } from '../lib/page/use-page-title';
import { EmptyState } from '../ui/empty-state';

/** At the end of the window in which somebody signed in again: the page that opened it goes on. */
export function SignedInAgainPage() {
  const { t } = useTranslation();
  usePageTitle(t('sign-in.again.heading'));
  // Read with the first rendering: the address is rid of it after.
  const [problem] = useState(() => signInProblemIn(window.location.search));
  useEffect(() => {
    tellSignInAgain(problem);
    window.close();
  }, [problem]);
  return (
    <EmptyState
      headingAs="h1"
      icon={<CircleCheck aria-hidden />}
      heading={t('sign-in.again.heading')}
      hint={t('sign-in.again.hint')}
    />
  );
}
