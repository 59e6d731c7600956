import type { Reply } from '#sandbox/faults';
import { REASONS } from '#sandbox/mobile-money/plan';

/** The provider's technical failure codes, with the HTTP status of their response. */
const STATUS_OF = {
  NO_AUTHENTICATION: 401,
  AUTHENTICATION_ERROR: 403,
  DEPOSITS_NOT_ALLOWED: 403,
  INVALID_INPUT: 400,
  MISSING_PARAMETER: 400,
  UNSUPPORTED_PARAMETER: 400,
  INVALID_PARAMETER: 400,
  DUPLICATE_METADATA_FIELD: 400,
  // The request was understood, but is rejected.
  INVALID_PROVIDER: 200,
  INVALID_CURRENCY: 200,
  INVALID_AMOUNT: 200,
  AMOUNT_OUT_OF_BOUNDS: 200,
  INVALID_PHONE_NUMBER: 200,
  PROVIDER_TEMPORARILY_UNAVAILABLE: 200,
  NOT_FOUND: 200,
  INVALID_STATE: 200,
} as const;

export type FailureCode = keyof typeof STATUS_OF;

export const failureReason = (failureCode: string, failureMessage: string) => ({
  failureCode,
  failureMessage,
});

/** @param depositId null where the request names no deposit */
export function failed(code: FailureCode, message: string, depositId: string | null = null): Reply {
  const status = STATUS_OF[code];
  return {
    status,
    body: {
      ...(depositId === null ? {} : { depositId }),
      ...(status === 200 ? { status: 'REJECTED' } : {}),
      failureReason: failureReason(code, message),
    },
  };
}

/** The provider's codes for the outcomes common to all wallets. */
const CODE_OF: Readonly<Record<string, string>> = {
  [REASONS.declined]: 'PAYMENT_NOT_APPROVED',
  [REASONS.lacksFunds]: 'INSUFFICIENT_BALANCE',
  [REASONS.expired]: 'PAYMENT_NOT_APPROVED',
  [REASONS.failed]: 'UNSPECIFIED_FAILURE',
};

/** Why a deposit failed, in the provider's terms; any other reason is reported as it is. */
export const codeOfReason = (reason: string): string => CODE_OF[reason] ?? reason;
