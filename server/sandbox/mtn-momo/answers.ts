import type { Reply } from '../faults';

/** The provider's published reasons, of which these are answered to calls too. */
const MESSAGES = {
  RESOURCE_NOT_FOUND: 'Requested resource was not found.',
  RESOURCE_ALREADY_EXIST: 'Duplicated reference id. Creation of resource failed.',
  NOT_ALLOWED_TARGET_ENVIRONMENT: 'Access to target environment is forbidden.',
  INVALID_CALLBACK_URL_HOST: 'Callback URL with different host name then configured for API User.',
  INVALID_CURRENCY: 'Currency not supported.',
  INTERNAL_PROCESSING_ERROR: 'An internal error occurred while processing.',
} as const;

export const ok = (body: unknown): Reply => ({ status: 200, body });

/** 202 and most refusals of malformed requests have no body at all. */
export const empty = (status: number): Reply => ({ status, body: undefined });

export function failure(status: number, code: keyof typeof MESSAGES): Reply {
  return { status, body: { code, message: MESSAGES[code] } };
}
