import { FAILURE_REASONS } from '#shared/domain/payment';
import { UNREADABLE_IMPORTS } from './tables';

/** Errors any endpoint may return. */
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
  /** The request requires a sign-in within the last minutes. */
  'sign-in-again',
  'too-many-requests',
  'unavailable',
  'starting',
  'internal',
] as const;

const OWN_ERRORS = [
  'voting-closed',
  /** The organiser has switched this payment method off. */
  'method-off',
  /** No provider takes the wallets of this mobile operator at the moment. */
  'operator-unavailable',
  'price-changed',
  'nominations-invalid',
  'prompt-open',
  /**
   * An earlier payment with an outcome unknown to the browser has been paid, so no new charge was
   * requested.
   */
  'earlier-paid',
  'phone-limit',
  'idempotency-key-reused',
  /** Cards are blocked for an hour: too many were declined. */
  'card-declines',
  /** Cards are accepted again once the payer has solved the captcha. */
  'captcha-required',
  'payment-changed',
  'payment-settled',
  'payment-unfinished',
  'rate-limited',
  'not-refundable',
  /** This site sends no e-mails. */
  'mail-off',
  /** The payment has no receipt, or no e-mail address to send it to. */
  'no-receipt',
  /** No flag of this payment can be settled this way. */
  'not-settleable',
  /** The provider's reference belongs to another payment. */
  'reference-taken',
  /** The day has not begun, or the provider has no list of it. */
  'not-comparable',
  /** Books of a day can be closed once it has ended. */
  'day-not-over',
  /** Nothing has changed since the last closing. */
  'not-closable',
  /** This difference has already been settled. */
  'already-settled',
  'webhook-refused',
  'unknown-category',
  'changed-meanwhile',
  'already-deleted',
  /** The catalogue and the settings of an archived edition do not change any more. */
  'edition-archived',
  /** A publication of results can be undone for ten minutes. */
  'publication-final',
  /** There is an edition of this year. */
  'edition-exists',
  'too-many-editions',
  /** Only a draft becomes current, or is deleted: an edition that was current has votes. */
  'edition-not-draft',
  /** Payments of the current edition may still be made, or nobody is nominated in the draft. */
  'edition-not-ready',
  /** There is one rehearsal at a time, and its clock only goes forward. */
  'rehearsal-under-way',
  'rehearsal-clock-back',
  /** The database has no schema for rehearsals, or their process did not start: the log says why. */
  'rehearsal-unavailable',
  /** The page belongs to a rehearsal that has ended, or that this browser no longer shows. */
  'rehearsal-left',
  /** The name looks like that of another artist or category, which the response names. */
  'looks-alike',
  /** Payments name this nomination, so it stays in its category. */
  'nomination-has-votes',
  /** Ten minutes have passed, or the merge was undone, or a later one builds on it. */
  'merge-final',
  /** An artist cannot be merged into itself. */
  'same-artist',
  /**
   * Administrators cannot change their own role: otherwise the last owner could lock everybody out.
   */
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
  /** The picture is fine, but our storage does not accept it. */
  'not-stored',
] as const;

/**
 * All codes that the client translates. A refusal by a provider (422) has the payment's failure
 * reason.
 */
export const ERROR_CODES = [
  ...new Set([...COMMON_ERRORS, ...OWN_ERRORS, ...UNREADABLE_IMPORTS, ...FAILURE_REASONS]),
];
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Body of every error response. */
export interface ErrorBody {
  message: string;
  code: ErrorCode;
  issues?: ErrorIssue[];
  /** The payment that prevents this one, if the same browser started it. */
  paymentId?: string;
  /**
   * Remaining time in which a second prompt to the same number is refused, in ms by PostgreSQL's
   * clock.
   */
  promptLapsesInMs?: number;
  /** The artist or category whose name looks the same. */
  lookAlike?: LookAlike;
}

export interface LookAlike {
  id: string;
  name: string;
  /** Null for an artist. */
  nameFr: string | null;
}

export interface ErrorIssue {
  /** Path in the request, e.g. `nominationVotes.0.voteCount`. */
  path: string;
  message: string;
}
