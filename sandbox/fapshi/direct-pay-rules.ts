import { type Operator, operatorOf } from '#sandbox/phone/operators';
import { isMerchantId } from './ids';

export interface DirectPayOrder {
  /** `2376XXXXXXXX` */
  number: string;
  operator: Operator;
  /** In whole XAF. */
  amount: number;
  payerName: string | null;
  email: string | null;
  userId: string | null;
  externalId: string | null;
  message: string | null;
}

type Verdict =
  | { isAccepted: true; order: DirectPayOrder }
  /** Text of the provider's HTTP 400. */
  | { isAccepted: false; refusal: string };

/** The provider's names of the two wallets. */
export const MEDIUM_OF = { MTN: 'mobile money', Orange: 'orange money' } as const satisfies Record<
  Operator,
  string
>;

const MINIMUM_AMOUNT = 100;

/** Thrown for an invalid field; its message is sent to the caller. */
class Refusal extends Error {}

/**
 * Validates the body of `POST /direct-pay` as the provider does; unknown fields are ignored. The
 * texts are those of its SDK, which validates before the server does.
 */
export function readDirectPay(body: unknown): Verdict {
  try {
    return { isAccepted: true, order: orderOf(fieldsOf(body)) };
  } catch (error) {
    if (error instanceof Refusal) return { isAccepted: false, refusal: error.message };
    throw error;
  }
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(body: unknown): Fields {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

function orderOf(fields: Fields): DirectPayOrder {
  const amount = readAmount(fields.amount);
  const phone = readPhone(fields.phone);
  const number = `237${phone}`;
  return {
    number,
    operator: readOperator(fields.medium, number),
    amount,
    payerName: readText(fields, 'name'),
    email: readText(fields, 'email'),
    userId: readMerchantId(fields, 'userId'),
    externalId: readMerchantId(fields, 'externalId'),
    message: readText(fields, 'message'),
  };
}

/** Accepts a JSON integer; text is refused even if it contains one. */
function readAmount(amount: unknown): number {
  if (amount === undefined || amount === null) throw new Refusal('amount required');
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) {
    throw new Refusal('amount must be of type integer');
  }
  if (amount < MINIMUM_AMOUNT) throw new Refusal('amount cannot be less than 100 XAF');
  return amount;
}

/** Accepts exactly nine digits: the country code is refused. */
function readPhone(phone: unknown): string {
  if (phone === undefined || phone === null) throw new Refusal('phone number required');
  if (typeof phone !== 'string') throw new Refusal('phone must be of type string');
  if (!/^6\d{8}$/.test(phone)) throw new Refusal('invalid phone number');
  return phone;
}

/** A given medium takes precedence over the number's range: the number may have been ported. */
function readOperator(medium: unknown, number: string): Operator {
  if (medium === MEDIUM_OF.MTN) return 'MTN';
  if (medium === MEDIUM_OF.Orange) return 'Orange';
  if (medium !== undefined) throw new Refusal('invalid medium');
  const operator = operatorOf(number);
  if (operator === null) throw new Refusal('invalid phone number');
  return operator;
}

function readText(fields: Fields, name: string): string | null {
  const value = fields[name];
  if (value === undefined) return null;
  if (typeof value !== 'string') throw new Refusal(`${name} must be of type string`);
  return value;
}

function readMerchantId(fields: Fields, name: string): string | null {
  const text = readText(fields, name);
  if (text !== null && !isMerchantId(text)) {
    throw new Refusal(`${name} must be 1 to 100 of a-z, A-Z, 0-9, - and _`);
  }
  return text;
}
