import { useMutationState } from '@tanstack/react-query';
import { ApiError } from '#client/lib/api';

/**
 * Whether the browser is about to be led through the login: nothing may hold it then.
 * @param mutationKey begins the key of every change made from the form
 */
export const useIsSignedOut = (mutationKey: string): boolean =>
  useMutationState({
    filters: { mutationKey: [mutationKey], status: 'error' },
    select: ({ state }) => state.error,
  }).some((error) => error instanceof ApiError && error.status === 401);
