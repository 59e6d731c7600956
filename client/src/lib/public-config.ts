import { queryOptions } from '@tanstack/react-query';
import type { PublicConfig } from '../../../shared/contracts/config';
import { request } from './api';

const isConfig = (answer: unknown): answer is PublicConfig =>
  typeof answer === 'object' && answer !== null && 'event' in answer && 'voting' in answer;

/**
 * The header of every page reads it, outside of what a page's error boundary catches: an answer that
 * is none of ours, from a portal between us for instance, counts as none.
 */
export const publicConfigQuery = queryOptions({
  queryKey: ['/api/config'],
  queryFn: async ({ signal }): Promise<PublicConfig> => {
    const answer = await request<unknown>('GET', '/api/config', { signal });
    if (!isConfig(answer)) throw new TypeError('This is no configuration');
    return answer;
  },
});
