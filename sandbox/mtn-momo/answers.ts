import type { Reply } from '#sandbox/faults';

/**
 * Those of the provider's published codes that are responses to a call; the others are failure
 * reasons.
 */
const MESSAGES = {
  RESOURCE_NOT_FOUND: 'Requested resource was not found.',
  RESOURCE_ALREADY_EXIST: 'Duplicated reference id. Creation of resource failed.',
  NOT_ALLOWED_TARGET_ENVIRONMENT: 'Access to target environment is forbidden.',
  INVALID_CALLBACK_URL_HOST: 'The callback URL is not on the host registered for the API user.',
  INVALID_CURRENCY: 'Currency not supported.',
  INTERNAL_PROCESSING_ERROR: 'An internal error occurred while processing.',
} as const;

/** 202 and most refusals of malformed requests have no body. */
export const empty = (status: number): Reply => ({ status, body: undefined });

export function failure(status: number, code: keyof typeof MESSAGES): Reply {
  return { status, body: { code, message: MESSAGES[code] } };
}
