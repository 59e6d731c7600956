import { FAILURE_REASONS } from '../domain/payment';
import { UNREADABLE_IMPORTS } from './catalog-import';

/** Any endpoint may answer one of these. */
export const COMMON_ERRORS = [
  'validation',
  'not-found',
  'method-not-allowed',
  'bad-request',
  'broken-json',
  'too-large',
  'unsupported-media-type',
  'cross-origin',
  'unauthorized',
  'forbidden',
  /** What is asked for wants a sign-in of these minutes. */
  'sign-in-again',
  'too-many-requests',
  'unavailable',
  'starting',
  'internal',
] as const;

const OWN_ERRORS = [
  'voting-closed',
  /** The organiser has switched this way to pay off. */
  'method-off',
  'price-changed',
  'nominations-invalid',
  'prompt-open',
  /** A payment whose outcome the browser did not know has been paid: nothing more was asked for. */
  'earlier-paid',
  'phone-limit',
  'idempotency-key-reused',
  /** Cards rest for an hour: too many were declined. */
  'card-declines',
  /** Cards go on once the payer has shown to be a person. */
  'captcha-required',
  'payment-changed',
  'payment-settled',
  'payment-unfinished',
  'rate-limited',
  'not-refundable',
  /** Nothing of this payment can be settled so. */
  'not-settleable',
  /** The provider's reference belongs to another payment. */
  'reference-taken',
  /** The day is not over, or the provider has no list of it. */
  'not-comparable',
  /** The day is not over, or nothing has changed since it was closed. */
  'not-closable',
  /** Somebody has settled this difference. */
  'already-settled',
  'webhook-refused',
  'unknown-category',
  'changed-meanwhile',
  'already-deleted',
  /** Nobody changes their own role: the last owner would lock everybody out. */
  'own-role',
  'already-member',
  'already-invited',
  'import-invalid',
  'import-conflict',
  'import-changed',
  'image-unreachable',
  'image-too-large',
  'not-an-image',
  'heic-image',
] as const;

/** What the client translates. A refusal by a provider (422) has the payment's failure reason. */
export const ERROR_CODES = [
  ...new Set([...COMMON_ERRORS, ...OWN_ERRORS, ...UNREADABLE_IMPORTS, ...FAILURE_REASONS]),
];
export type ErrorCode = (typeof ERROR_CODES)[number];

/** What every error answer looks like. */
export interface ErrorBody {
  message: string;
  code: ErrorCode;
  issues?: ErrorIssue[];
  /** The payment that stands in the way, where it is the asking browser's own. */
  paymentId?: string;
  /** For how long a second prompt to the same number is refused, in ms by PostgreSQL's clock. */
  promptLapsesInMs?: number;
}

export interface ErrorIssue {
  /** Where in the request, e.g. `nominationVotes.0.voteCount`. */
  path: string;
  message: string;
}
