import { z } from 'zod';
import { type Operator, operatorOf } from '#sandbox/phone/operators';
import type { CampaySwitches } from './switches';

export interface CollectOrder {
  /** `2376XXXXXXXX` */
  number: string;
  operator: Operator;
  /** In whole XAF. */
  amount: number;
  description: string | null;
  externalReference: string | null;
  externalUser: string | null;
}

type CollectVerdict =
  | { isAccepted: true; order: CollectOrder }
  /** Body of the provider's HTTP 400. */
  | { isAccepted: false; refusal: Readonly<Record<string, unknown>> };

const MINIMUM_AMOUNT: Readonly<Record<Operator, number>> = { MTN: 5, Orange: 10 };

/** Optional text: the provider accepts any value, and none. */
const freeText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value == null || value === '' ? null : String(value)));

const collectBody = z.object({
  amount: z.unknown().optional(),
  currency: z.unknown().optional(),
  from: z.unknown().optional(),
  description: freeText,
  external_reference: freeText,
  external_user: freeText,
});

/** Validates the body of `POST /collect/` as the provider does; unknown fields are ignored. */
export function readCollect(body: unknown, switches: CampaySwitches): CollectVerdict {
  const parsed = collectBody.safeParse(body);
  if (!parsed.success) return refused({ detail: 'Invalid data.' });
  const { amount, currency, from } = parsed.data;

  if (currency !== 'XAF') {
    return refused({ currency: [`"${String(currency)}" is not a valid choice.`] });
  }
  const number = readNumber(from);
  if (number === null) return refusedAs('ER101', 'Invalid phone number');
  const operator = operatorOf(number);
  if (operator === null) return refusedAs('ER102', 'Unsupported phone number carrier');

  const francs = readWholeFrancs(amount);
  if (francs === null) return refusedAs('ER201', 'Invalid amount. Decimals are not allowed');
  const minimum = MINIMUM_AMOUNT[operator];
  if (francs < minimum) {
    return refusedAs('ER201', `Minimum amount for ${operator} is ${minimum.toFixed(2)}`);
  }
  const maximum = switches.maximumAmount;
  if (maximum !== null && francs > maximum) {
    const text = `This is a demo system. Maximum amount is ${maximum.toFixed(2)} XAF`;
    return refusedAs('ER201', text);
  }

  return {
    isAccepted: true,
    order: {
      number,
      operator,
      amount: francs,
      description: parsed.data.description,
      externalReference: parsed.data.external_reference,
      externalUser: parsed.data.external_user,
    },
  };
}

function refusedAs(code: string, message: string): CollectVerdict {
  return refused({ message, error_code: code });
}

function refused(refusal: Readonly<Record<string, unknown>>): CollectVerdict {
  return { isAccepted: false, refusal };
}

/** Country code and nine digits, no plus; anything else is not accepted as a mobile number. */
function readNumber(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^2376\d{8}$/.test(text) ? text : null;
}

/** XAF has no minor unit: accepts `"100"` or `100`, never `"100.00"`. */
function readWholeFrancs(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null;
  return typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : null;
}
