import { queryOptions } from '@tanstack/react-query';
import { call, isSignedOut } from '#client/lib/api/request';
import { isBrowser } from '#client/lib/browser/page-render';
import { isAdminPath } from '#client/lib/theme';
import type { CurrentUser } from '#shared/contracts/auth';
import { forgetSignIn, hasSignedIn } from './model/sign-in-hint';

/** In the administration the server is queried in any case. */
const mayBeSignedIn = () => isBrowser && (hasSignedIn() || isAdminPath(window.location.pathname));

/** The signed-in user, or null: a 401 is a valid response here, not an error. */
export const currentUserQuery = queryOptions({
  queryKey: ['/api/auth/user'],
  initialData: () => (mayBeSignedIn() ? undefined : null),
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    try {
      return await call('GET /api/auth/user', { signal });
    } catch (error) {
      if (isSignedOut(error)) {
        forgetSignIn();
        return null;
      }
      throw error;
    }
  },
});
