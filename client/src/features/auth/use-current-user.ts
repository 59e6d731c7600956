import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from './queries';

/** The signed-in user; null for a visitor, undefined while that is not known. */
export const useCurrentUser = () => useQuery(currentUserQuery).data;
