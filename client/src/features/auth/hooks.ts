import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useLanguage } from '#client/lib/use-language';
import { may, type Permission } from '#shared/domain/permissions';
import { currentUserQuery } from './api';
import { loginAddress } from './model/login-address';

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
