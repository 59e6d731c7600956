import { createHmac } from 'node:crypto';
import { networksOf } from './networks-of';
import { type RateLimit, SIGN_INS } from './rules';

/** What stands for an address or a number that must not be known: another one under each limit. */
export const subjectHash = (key: string, { name }: RateLimit, subject: string): string =>
  createHmac('sha256', key).update(`${name} ${subject}`).digest('hex');

/** What stands for an address in the log, and for its sign-ins in `rate_limits`. */
export function clientHash(key: string, ip: string | undefined): string {
  const [network] = networksOf(ip);
  return subjectHash(key, SIGN_INS, network?.name ?? '');
}
