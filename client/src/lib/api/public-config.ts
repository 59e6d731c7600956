import { queryOptions } from '@tanstack/react-query';
import type { PublicConfig } from '#shared/contracts/config';
import { isObject, objectWith } from './answer-shape';
import { call } from './request';

const isConfig = objectWith<PublicConfig>({
  event: isObject,
  voting: isObject,
  methods: isObject,
});

/**
 * The header of every page reads it, outside of what a page's error boundary catches: an answer that
 * is none of ours, from a portal between us for instance, counts as none.
 */
export const publicConfigQuery = queryOptions({
  queryKey: ['/api/config'],
  queryFn: ({ signal }) => call('GET /api/config', { signal, isAnswer: isConfig }),
});
