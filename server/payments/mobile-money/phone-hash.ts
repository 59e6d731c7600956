import { createHmac } from 'node:crypto';
import type { Msisdn } from '#shared/domain/phone';

/** Keyed hash of a phone number: equal for every spelling, useless without the key. */
export const hashPhone = (phone: Msisdn, key: string): string =>
  createHmac('sha256', key).update(`+${phone}`).digest('hex');
