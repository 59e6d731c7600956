import type { KeyStorage } from '#client/lib/storage';
import type { VoteLine } from '#shared/domain/votes';

const STORAGE_KEY = 'paymentSubmission';

/** What the voter means to pay; the same intent sent twice must start one payment. */
export interface PaymentIntent {
  artistId: string;
  phoneNumber: string;
  nominationVotes: readonly VoteLine[];
}

/** 128 random bits; `crypto.randomUUID` is missing where the page is not served over HTTPS. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

const fingerprintOf = ({ artistId, phoneNumber, nominationVotes }: PaymentIntent): string =>
  JSON.stringify([
    artistId,
    phoneNumber,
    nominationVotes.map(({ nominationId, voteCount }) => `${nominationId}=${voteCount}`).sort(),
  ]);

/**
 * Keeps the idempotency key of a submission whose answer is still open. Kept in the tab's storage:
 * a reload between submitting and the answer must not start a second payment.
 */
export const submissionKeys = (storage: KeyStorage) => ({
  /** The open key of the same intent, else a new one. */
  keyFor(intent: PaymentIntent): string {
    const fingerprint = fingerprintOf(intent);
    const [key, openFingerprint] = storage.getItem(STORAGE_KEY)?.split(' ', 2) ?? [];
    if (key && openFingerprint === fingerprint) return key;
    const newKey = randomKey();
    storage.setItem(STORAGE_KEY, `${newKey} ${fingerprint}`);
    return newKey;
  },

  /** The server has given a definitive answer: the next submission is a new payment. */
  settle(): void {
    storage.removeItem(STORAGE_KEY);
  },
});
