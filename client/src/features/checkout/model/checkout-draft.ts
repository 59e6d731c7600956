import { isObject } from '#client/lib/api/response-shape';
import { PAYMENT_METHODS, type PaymentMethod } from '#shared/domain/payment';
import { MAX_VOTES_PER_CATEGORY } from '#shared/domain/votes';

/** The voter's input. */
export interface CheckoutDraft {
  artistId: string;
  method: PaymentMethod;
  /** By nomination id. */
  votes: Record<string, number>;
  phoneDigits: string;
  keepsNumber: boolean;
  email: string;
}

const isVotes = (votes: unknown): boolean =>
  Number.isInteger(votes) && Number(votes) >= 0 && Number(votes) <= MAX_VOTES_PER_CATEGORY;

/** @returns null for invalid data, or a draft of an older version of this page */
export function readCheckoutDraft(json: string): CheckoutDraft | null {
  try {
    const draft = JSON.parse(json);
    const { artistId, method = 'mobile-money', votes, phoneDigits } = draft;
    const { keepsNumber = false, email } = draft;
    const isValid =
      typeof artistId === 'string' &&
      PAYMENT_METHODS.includes(method) &&
      isObject(votes) &&
      Object.values(votes).every(isVotes) &&
      typeof phoneDigits === 'string' &&
      /^\d{0,12}$/.test(phoneDigits) &&
      typeof keepsNumber === 'boolean' &&
      typeof email === 'string';
    return isValid
      ? { artistId, method, votes: { ...votes }, phoneDigits, keepsNumber, email }
      : null;
  } catch {
    return null;
  }
}
