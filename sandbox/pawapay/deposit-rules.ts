import { z } from 'zod';
import type { Reply } from '#sandbox/faults';
import { type FailureCode, failed } from './failures';
import { isWalletCode, LIMITS, type WalletCode } from './wallets';

export interface DepositOrder {
  depositId: string;
  /** `2376XXXXXXXX` */
  number: string;
  wallet: WalletCode;
  /** In whole XAF. */
  amount: number;
  clientReferenceId: string | null;
  customerMessage: string | null;
  metadata: Readonly<Record<string, string>> | null;
}

/** A request whose form is valid. */
export type DepositRequest = z.infer<typeof depositRequest>;

type Read<Value> = { isAccepted: true; value: Value } | { isAccepted: false; refusal: Reply };

const MAX_METADATA = 10;

/** One entry of the metadata: a key with its value, and whether that is personal data. */
const metadataEntry = z
  .record(z.string(), z.union([z.string(), z.boolean()]))
  .refine((entry) => fieldsOf(entry).length === 1);

const fieldsOf = (entry: Readonly<Record<string, unknown>>) =>
  Object.entries(entry).filter(([key]) => key !== 'isPII');

const depositRequest = z.strictObject({
  depositId: z.uuidv4(),
  payer: z.strictObject({
    type: z.literal('MMO'),
    accountDetails: z.strictObject({ phoneNumber: z.string().min(1), provider: z.string().min(1) }),
  }),
  // Text without leading zeros; a JSON number is refused.
  amount: z.string().regex(/^(0|[1-9]\d{0,17})(\.\d{1,4})?$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
  preAuthorisationCode: z.string().optional(),
  clientReferenceId: z.string().min(1).max(36).optional(),
  customerMessage: z
    .string()
    .regex(/^[A-Za-z0-9 ]{4,22}$/)
    .optional(),
  metadata: z.array(metadataEntry).max(MAX_METADATA).optional(),
});

/** Validates the form of a request as the provider does: unknown fields are refused, too. */
export function readDepositRequest(body: unknown): Read<DepositRequest> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return refused(failed('INVALID_INPUT', 'The payload could not be parsed'));
  }
  const parsed = depositRequest.safeParse(body);
  if (!parsed.success) {
    const { code, message } = problemOf(parsed.error, body);
    return refused(failed(code, message));
  }
  const keys = (parsed.data.metadata ?? []).flatMap((entry) => fieldsOf(entry).map(([key]) => key));
  if (new Set(keys).size < keys.length) {
    return refused(failed('DUPLICATE_METADATA_FIELD', 'The metadata contains a field twice'));
  }
  return { isAccepted: true, value: parsed.data };
}

function problemOf(error: z.ZodError, body: object): { code: FailureCode; message: string } {
  const [issue] = error.issues;
  const path = issue?.path ?? [];
  const name = path.join('.');
  if (issue?.code === 'unrecognized_keys') {
    return { code: 'UNSUPPORTED_PARAMETER', message: `Unsupported: ${issue.keys.join(', ')}` };
  }
  return isAbsent(body, path)
    ? { code: 'MISSING_PARAMETER', message: `'${name}' is missing` }
    : { code: 'INVALID_PARAMETER', message: `The value of '${name}' is invalid` };
}

function isAbsent(body: object, path: readonly PropertyKey[]): boolean {
  let value: unknown = body;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return true;
    value = Reflect.get(value, key);
  }
  return value === undefined || value === null;
}

/** Checks what can only be rejected once a request has been understood. */
export function readOrder(request: DepositRequest): Read<DepositOrder> {
  const { depositId, amount, currency, payer, metadata } = request;
  const { phoneNumber, provider } = payer.accountDetails;
  const reject = (code: FailureCode, message: string) => refused(failed(code, message, depositId));
  if (!isWalletCode(provider)) return reject('INVALID_PROVIDER', `'${provider}' is not enabled`);
  if (currency !== 'XAF') return reject('INVALID_CURRENCY', `'${currency}' is not supported`);
  if (amount.includes('.')) return reject('INVALID_AMOUNT', 'Decimals are not supported');
  const francs = Number(amount);
  if (francs < LIMITS.least || francs > LIMITS.most) {
    return reject('AMOUNT_OUT_OF_BOUNDS', `Between ${LIMITS.least} and ${LIMITS.most}`);
  }
  if (!/^2376\d{8}$/.test(phoneNumber)) {
    const message = `The phone number '${phoneNumber}' is invalid for provider '${provider}'`;
    return reject('INVALID_PHONE_NUMBER', message);
  }
  return {
    isAccepted: true,
    value: {
      depositId,
      number: phoneNumber,
      wallet: provider,
      amount: francs,
      clientReferenceId: request.clientReferenceId ?? null,
      customerMessage: request.customerMessage ?? null,
      metadata: metadata
        ? Object.fromEntries(
            metadata.flatMap((entry) =>
              fieldsOf(entry).map(([key, value]) => [key, String(value)] as const),
            ),
          )
        : null,
    },
  };
}

const refused = (refusal: Reply): { isAccepted: false; refusal: Reply } => ({
  isAccepted: false,
  refusal,
});
