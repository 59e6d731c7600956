import {
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearch } from 'wouter';
import { may, type Permission } from '#shared/domain/permissions';
import { SIGN_IN_PARAMETER, SIGN_IN_PROBLEMS, type SignInProblem } from '#shared/domain/sign-in';
import { isForbidden, wantsSignInAgain } from '../../lib/api/request';
import { isBrowser } from '../../lib/page/page-drawing';
import { useLanguage } from '../../lib/use-language';
import { toast, toastError } from '../../ui/overlay/toast';
import { currentUserQuery } from './api';
import { isUnauthorized, loginAddress, signInAgain } from './model/sign-in-again';

/**
 * A change an administrator makes. If the session has ended, a toast says so and the login leads
 * back to this page; if their role does not allow it, or not any more, or they would not sign in
 * again for it, a toast says that. `onError` receives every other error only.
 */
export function useAdminMutation<Data, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
): UseMutationResult<Data, Error, Variables, Context> {
  const { t } = useTranslation();
  const language = useLanguage();
  const queryClient = useQueryClient();
  return useMutation({
    ...options,
    onError(error, ...rest) {
      if (isUnauthorized(error)) signInAgain(t, language);
      else if (isForbidden(error)) {
        toastError(t('common.admin.unauthorized'), t('common.admin.otherRole'));
        // What is not for them is not offered any longer.
        void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      } else if (wantsSignInAgain(error)) {
        toastError(t('common.admin.unauthorized'), t('common.admin.notAgain'));
      } else return options.onError?.(error, ...rest);
    },
  });
}

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
  // Read with the first rendering: the home page redirects before any effect.
  const [problem, setProblem] = useState(() =>
    isBrowser ? signInProblemIn(window.location.search) : null,
  );

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
