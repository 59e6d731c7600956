import { queryOptions } from '@tanstack/react-query';
import type { CurrentUser } from '#shared/contracts/auth';
import { call, isSignedOut } from '../../lib/api/request';

/** The signed-in user, or null: a 401 is an answer here, not an error. */
export const currentUserQuery = queryOptions({
  queryKey: ['/api/auth/user'],
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    try {
      return await call('GET /api/auth/user', { signal });
    } catch (error) {
      if (isSignedOut(error)) return null;
      throw error;
    }
  },
});
