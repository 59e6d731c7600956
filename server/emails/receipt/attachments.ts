import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Database } from '#server/db/client';
import { proofOfReceipt } from '#server/open-count/index';
import type { ReceiptPictures } from '#server/pictures/index';
import type { Logger } from '#server/platform/logger';
import type { Receipt } from '#shared/contracts/receipts';
import { editionTitle } from '#shared/domain/editions';
import type { Language } from '#shared/domain/localized';
import { receiptFileName } from '#shared/domain/receipt-file-name';

export interface Attachment {
  /** Kind of the attachment, mentioned in the mail. */
  kind: 'picture' | 'proof';
  filename: string;
  content: Buffer;
  contentType: string;
}

interface Attaching {
  db: Database;
  pictures: Pick<ReceiptPictures, 'get'>;
  logger: Logger;
}

/** Voters who wait for a picture have priority, so mails draw one at a time, with pauses. */
const limit = pLimit(1);
const PAUSE_MS = 250;
/** Takes turns with visitors. */
const MAILS = { network: 'mails' };

/**
 * Returns the receipt as a picture, and the current proof of its entry in the open count. A mail is
 * sent without attachments that are not available.
 */
export async function receiptAttachments(
  { db, pictures, logger }: Attaching,
  receipt: Receipt & { language: Language },
): Promise<Attachment[]> {
  const { payment, language } = receipt;
  const { receiptCode, entry } = payment;
  const without = (err: unknown) => {
    logger.warn({ err }, 'a receipt is sent without all of its attachments');
    return null;
  };
  const picture = await limit(async () => {
    const rendered = await pictures.get(receipt, language, MAILS).catch(without);
    await delay(PAUSE_MS);
    return rendered;
  });
  const proof = entry === null ? null : await proofOfReceipt(db, receiptCode).catch(without);
  const attached: Attachment[] = [];
  if (picture) {
    attached.push({
      kind: 'picture',
      filename: receiptFileName(editionTitle(language, receipt.edition), receiptCode),
      content: picture,
      contentType: 'image/jpeg',
    });
  }
  // The checkpoint of the proof may follow a moment after the entry.
  if (entry !== null && proof?.counted) {
    attached.push({
      kind: 'proof',
      filename: `${receiptCode}-${entry + 1}.tlog-proof`,
      content: Buffer.from(proof.counted),
      // A type unknown to phones, because for known ones they would append a file name extension.
      contentType: 'application/octet-stream',
    });
  }
  return attached;
}
