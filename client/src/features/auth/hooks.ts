import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearch } from 'wouter';
import { may, type Permission } from '#shared/domain/permissions';
import { SIGN_IN_PARAMETER, SIGN_IN_PROBLEMS, type SignInProblem } from '#shared/domain/sign-in';
import { addTexts } from '../../lib/i18n';
import { isBrowser } from '../../lib/page/page-drawing';
import { useLanguage } from '../../lib/use-language';
import { toast } from '../../ui/overlay/toast';
import { currentUserQuery } from './api';
import { SIGNED_IN_AGAIN_PATH } from './model/again-channel';
import { loginAddress } from './model/sign-in-again';

export const signInProblemIn = (search: string): SignInProblem | null => {
  const given = new URLSearchParams(search).get(SIGN_IN_PARAMETER);
  return SIGN_IN_PROBLEMS.find((problem) => problem === given) ?? null;
};

/** So that a reload or a shared link does not show the message again. */
function takeFromAddress(): void {
  const url = new URL(window.location.href);
  if (!url.searchParams.has(SIGN_IN_PARAMETER)) return;
  url.searchParams.delete(SIGN_IN_PARAMETER);
  window.history.replaceState(window.history.state, '', url);
}

/** Says why signing in or out came to nothing, once, when the server has sent the browser home. */
export function useSignInProblem(): void {
  const { t } = useTranslation();
  // Read with the first rendering: the home page redirects before any effect. The window in which
  // somebody signs in again has a page of its own that reads it, and comes later.
  const [problem, setProblem] = useState(() =>
    isBrowser && window.location.pathname !== SIGNED_IN_AGAIN_PATH
      ? signInProblemIn(window.location.search)
      : null,
  );

  useEffect(() => {
    if (problem === null) return;
    takeFromAddress();
    setProblem(null);
    const say = () =>
      toast({
        title: t(`sign-in.${problem}.title`),
        description: t(`sign-in.${problem}.description`),
        variant: problem === 'cancelled' ? 'default' : 'destructive',
      });
    addTexts('signIn').then(say, () => undefined);
  }, [problem, t]);
}

/** Where the login link of this page leads; a full page load, never a route of ours. */
export function useLoginAddress(): string {
  const [path] = useLocation();
  const search = useSearch();
  return loginAddress(search ? `${path}?${search}` : path, useLanguage());
}

/** The signed-in user; null for a visitor, undefined while that is not known. */
export const useCurrentUser = () => useQuery(currentUserQuery).data;

/** Whether whoever is signed in may do this: nothing else is offered. The server holds it too. */
export const useMay = (permission: Permission): boolean =>
  may(useCurrentUser()?.role ?? null, permission);

/**
 * A page that the browser restores from its back-forward cache may show a user who has signed out
 * since: the user is fetched again.
 */
export function useFreshUser(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const refetchUser = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void queryClient.resetQueries({ queryKey: currentUserQuery.queryKey });
    };
    window.addEventListener('pageshow', refetchUser);
    return () => window.removeEventListener('pageshow', refetchUser);
  }, [queryClient]);
}
