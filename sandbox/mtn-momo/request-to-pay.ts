import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { Reply } from '#sandbox/faults';
import { empty, failure } from './answers';
import { isSameHost } from './callback-host';
import { CURRENCY_OF, type TargetEnvironment } from './environment';

export interface PaymentOrder {
  /** The caller's id, a UUID v4. */
  reference: string;
  externalId: string | null;
  payer: Payer;
  /** In whole units of the currency. */
  amount: number;
  currency: string;
  payerMessage: string;
  payeeNote: string;
  /** Null: no webhook is sent. */
  callbackUrl: string | null;
}

export type Payer = z.infer<typeof payerSchema>;

type Verdict = { isAccepted: true; order: PaymentOrder } | { isAccepted: false; refusal: Reply };

interface Merchant {
  environment: TargetEnvironment;
  /** Host registered with the API user. */
  callbackHost: string;
}

const MAXIMUM_TEXT_LENGTH = 160;

export const payerSchema = z.discriminatedUnion('partyIdType', [
  // Country code and number, no plus.
  z.object({ partyIdType: z.literal('MSISDN'), partyId: z.string().regex(/^\d{8,15}$/) }),
  z.object({ partyIdType: z.enum(['EMAIL', 'PARTY_CODE']), partyId: z.string().min(1) }),
]);

const requestToPay = z.object({
  // Text with a whole number: JSON numbers and decimals are refused.
  amount: z.string().regex(/^[1-9]\d{0,11}$/),
  currency: z.string(),
  externalId: z.string().nullish(),
  payer: payerSchema,
  payerMessage: z.string().nullish(),
  payeeNote: z.string().nullish(),
});

const uuidV4 = z.uuidv4();
export const isUuidV4 = (value: unknown): value is string => uuidV4.safeParse(value).success;

/** Validates a request to pay as the provider does, except for the check for repeats. */
export function readRequestToPay(
  headers: IncomingHttpHeaders,
  body: unknown,
  merchant: Merchant,
): Verdict {
  const reference = headers['x-reference-id'];
  if (!isUuidV4(reference)) return refused(empty(400));
  if (!headers['content-type']?.startsWith('application/json')) return refused(empty(400));

  const callbackUrl = readCallbackUrl(headers['x-callback-url']);
  if (callbackUrl === 'malformed') return refused(empty(400));
  if (callbackUrl && !isSameHost(callbackUrl, merchant.callbackHost)) {
    return refused(failure(500, 'INVALID_CALLBACK_URL_HOST'));
  }

  const parsed = requestToPay.safeParse(body);
  if (!parsed.success) return refused(empty(400));
  const { amount, currency, externalId, payer, payerMessage, payeeNote } = parsed.data;
  if (currency !== CURRENCY_OF[merchant.environment]) {
    return refused(failure(500, 'INVALID_CURRENCY'));
  }
  // As reported from production: an empty text is not refused, but makes the call fail.
  if (!payerMessage || !payeeNote) return refused(failure(500, 'INTERNAL_PROCESSING_ERROR'));
  if (![payerMessage, payeeNote].every(isPlainText)) return refused(empty(400));

  const order: PaymentOrder = {
    reference,
    externalId: externalId ?? null,
    payer,
    amount: Number(amount),
    currency,
    payerMessage,
    payeeNote,
    callbackUrl: callbackUrl?.href ?? null,
  };
  return { isAccepted: true, order };
}

function refused(refusal: Reply): Verdict {
  return { isAccepted: false, refusal };
}

/** The header may be absent; if present, it must contain an address, not "" or "null". */
function readCallbackUrl(header: string | string[] | undefined): URL | null | 'malformed' {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !URL.canParse(header)) return 'malformed';
  const url = new URL(header);
  return /^https?:$/.test(url.protocol) ? url : 'malformed';
}

/** Accepts letters, digits and spaces: the provider refuses an apostrophe. */
function isPlainText(text: string): boolean {
  return text.length <= MAXIMUM_TEXT_LENGTH && /^[A-Za-z0-9 ]*$/.test(text);
}
