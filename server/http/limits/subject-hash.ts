import { createHmac } from 'node:crypto';
import type { RateLimit } from './rules';

/** What stands for an address or a number that must not be known: another one under each limit. */
export const subjectHash = (key: string, { name }: RateLimit, subject: string): string =>
  createHmac('sha256', key).update(`${name} ${subject}`).digest('hex');
