import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentUserQuery } from './queries';

/**
 * A page that the browser kept and shows again, after Back, still thinks somebody is signed in who
 * has left: it asks anew.
 */
export function useFreshUser(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const askAnew = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void queryClient.resetQueries({ queryKey: currentUserQuery.queryKey });
    };
    window.addEventListener('pageshow', askAnew);
    return () => window.removeEventListener('pageshow', askAnew);
  }, [queryClient]);
}
