import { hashPhone } from '#server/payments/index';
import type { Msisdn } from '#shared/domain/phone';
import type { TestApp } from './app';

/** Nobody that limits could know again. */
export const NOBODY = { ip: undefined, device: null };

/** Who may ask for as many prompts as they like: the owner of the number, at their own device. */
export const anAsker = ({ config }: TestApp, phone: Msisdn) => ({
  caller: NOBODY,
  phoneHash: hashPhone(phone, config.phoneHashKey),
  isPayer: true,
  isOwnDevice: true,
});
