import type { Database } from '#server/db/client';
import { COMPARED, saveRecount, verifyEverything } from '#server/verification/index';

const SENTENCES = {
  totals: {
    same: 'Every total equals the votes of completed payments.',
    other: (count: number) => `${count} totals differ from the ledger.`,
  },
  records: {
    same: null,
    other: (count: number) => `${count} records were counted for more than one payment.`,
  },
  counters: {
    same: 'Every payment is counted.',
    other: (count: number) => `${count} counts differ from the payments.`,
  },
  log: {
    same: 'The open count contains every payment and matches every total.',
    other: (count: number) => `${count} differences between the open count and the payments.`,
  },
} as const satisfies Record<(typeof COMPARED)[number], object>;

/**
 * Recounts everything, prints the result, and stores it for Health and the alerts.
 * @returns true when everything agrees
 */
export async function compareBooks(db: Database): Promise<boolean> {
  const startedAt = new Date();
  const { differences, verified } = await verifyEverything(db);
  for (const part of COMPARED) {
    const found = differences[part];
    for (const difference of found) console.error(difference);
    const { same, other } = SENTENCES[part];
    const sentence = found.length === 0 ? same : other(found.length);
    if (sentence !== null) console.log(sentence);
  }
  const sentences = COMPARED.flatMap((part) => differences[part]);
  await saveRecount(db, 'everything', { begunAt: startedAt, sentences, verified });
  return sentences.length === 0;
}
