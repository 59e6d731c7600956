import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useLanguage } from '#client/lib/use-language';
import { may, type Permission } from '#shared/domain/permissions';
import { currentUserQuery } from './api';
import { loginAddress } from './model/login-address';

/** Returns the address of this page's sign-in link; a full page load, never a client-side route. */
export function useLoginAddress(): string {
  const [path] = useLocation();
  const search = useSearch();
  return loginAddress(search ? `${path}?${search}` : path, useLanguage());
}

/** The signed-in user; null for a visitor, undefined while loading. */
export const useCurrentUser = () => useQuery(currentUserQuery).data;

/**
 * True when the signed-in user has this permission: nothing else is offered. The server enforces it
 * too.
 */
export const useMay = (permission: Permission): boolean =>
  may(useCurrentUser()?.role ?? null, permission);

/**
 * A page restored from the back-forward cache may show a user who has signed out since, so the user
 * is refetched.
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
