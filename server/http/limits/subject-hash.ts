import { createHmac } from 'node:crypto';
import { networkOf } from './networks-of';
import { type RateLimit, SIGN_INS } from './rules';

/** Returns the hash that replaces an address or number, different for each limit. */
export const subjectHash = (key: string, { name }: RateLimit, subject: string): string =>
  createHmac('sha256', key).update(`${name} ${subject}`).digest('hex');

/** Returns the hash that replaces an address in the log, and for its sign-ins in `rate_limits`. */
export function clientHash(key: string, ip: string | undefined): string {
  return subjectHash(key, SIGN_INS, networkOf(ip));
}
