import { hashPhone } from '#server/payments/index';
import type { Msisdn } from '#shared/domain/phone';
import type { TestApp } from './app';

/** A client that rate limits cannot identify. */
export const UNKNOWN_CALLER = { ip: undefined, device: null };

/** A client without limits on prompts: the owner of the number, at their own device. */
export const aPromptRequester = ({ config }: TestApp, phone: Msisdn) => ({
  caller: UNKNOWN_CALLER,
  phoneHash: hashPhone(phone, config.phoneHashKey),
  isPayer: true,
  isOwnDevice: true,
});
