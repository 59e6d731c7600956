import { randomInt } from 'node:crypto';
import { RECEIPT_ALPHABET, RECEIPT_CODE_LENGTH } from '#shared/domain/receipt-code';

/**
 * 50 random bits from the system's secure generator. A unique index in the database prevents
 * duplicates.
 */
export const newReceiptCode = (): string =>
  Array.from({ length: RECEIPT_CODE_LENGTH }, () =>
    RECEIPT_ALPHABET.charAt(randomInt(RECEIPT_ALPHABET.length)),
  ).join('');
