import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SIGN_IN_PARAMETER, SIGN_IN_PROBLEMS } from '#shared/domain/sign-in';
import { toast } from '../../ui/toast';

const problemIn = (search: string) => {
  const given = new URLSearchParams(search).get(SIGN_IN_PARAMETER);
  return SIGN_IN_PROBLEMS.find((problem) => problem === given) ?? null;
};

/** The address is to be shared and reloaded without the old news. */
function takeFromAddress(): void {
  const url = new URL(window.location.href);
  if (!url.searchParams.has(SIGN_IN_PARAMETER)) return;
  url.searchParams.delete(SIGN_IN_PARAMETER);
  window.history.replaceState(window.history.state, '', url);
}

/** Says why signing in or out came to nothing, once, when the server has sent the browser home. */
export function useSignInProblem(): void {
  const { t } = useTranslation();
  // Read with the first rendering: the home page redirects before any effect.
  const [problem, setProblem] = useState(() => problemIn(window.location.search));

  useEffect(() => {
    if (problem === null) return;
    toast({
      title: t(`common.signIn.${problem}.title`),
      description: t(`common.signIn.${problem}.description`),
      variant: problem === 'cancelled' ? 'default' : 'destructive',
    });
    takeFromAddress();
    setProblem(null);
  }, [problem, t]);
}
