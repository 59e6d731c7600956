import { createHmac } from 'node:crypto';
import { toMsisdn } from '#shared/domain/phone';

/**
 * Keyed hash of a phone number: equal for every spelling, useless without the key.
 * @param national the nine national digits
 */
export const hashPhone = (national: string, key: string): string =>
  createHmac('sha256', key)
    .update(`+${toMsisdn(national)}`)
    .digest('hex');
