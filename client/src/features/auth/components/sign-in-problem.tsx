import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { addTexts } from '#client/lib/i18n';
import { toast } from '#client/ui/overlay/toast';
import { SIGN_IN_PARAMETER, SIGN_IN_PROBLEMS, type SignInProblem } from '#shared/domain/sign-in';
import { searchOnArrival } from '../model/sign-in-problem';

export const signInProblemIn = (search: string): SignInProblem | null => {
  const value = new URLSearchParams(search).get(SIGN_IN_PARAMETER);
  return SIGN_IN_PROBLEMS.find((problem) => problem === value) ?? null;
};

/** Removes the problem, so that a reload or a shared link does not show the message again. */
function removeFromAddress(): void {
  const url = new URL(window.location.href);
  if (!url.searchParams.has(SIGN_IN_PARAMETER)) return;
  url.searchParams.delete(SIGN_IN_PARAMETER);
  window.history.replaceState(window.history.state, '', url);
}

/** The message is shown once, however often this component mounts. */
let isShown = false;

/** Shows why signing in or out failed. */
export function SignInProblemToast() {
  const { t } = useTranslation();
  useEffect(() => {
    const problem = signInProblemIn(searchOnArrival ?? '');
    if (problem === null || isShown) return;
    isShown = true;
    removeFromAddress();
    const showToast = () =>
      toast({
        title: t(`sign-in.${problem}.title`),
        description: t(`sign-in.${problem}.description`),
        variant: problem === 'cancelled' ? 'default' : 'destructive',
      });
    addTexts('signIn').then(showToast, () => undefined);
  }, [t]);
  return null;
}
