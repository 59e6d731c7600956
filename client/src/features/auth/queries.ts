import { queryOptions } from '@tanstack/react-query';
import { ApiError, request } from '../../lib/api';

interface CurrentUser {
  isAdmin: boolean;
  firstName: string | null;
  email: string | null;
  profileImageUrl: string | null;
}

/** The signed-in user, or null: a 401 is an answer here, not an error. */
export const currentUserQuery = queryOptions({
  queryKey: ['/api/auth/user'],
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    try {
      return await request<CurrentUser>('GET', '/api/auth/user', { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
});
