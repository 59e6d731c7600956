import type { Database } from '#server/db/client';
import { COMPARED, saveRecount, verifyEverything } from '#server/verification/index';

const SENTENCES = {
  totals: {
    onMatch: 'Every total equals the votes of completed payments.',
    onDifferences: (count: number) => `${count} totals differ from the ledger.`,
  },
  records: {
    onMatch: null,
    onDifferences: (count: number) => `${count} records were counted for more than one payment.`,
  },
  counters: {
    onMatch: 'Every payment is counted.',
    onDifferences: (count: number) => `${count} counts differ from the payments.`,
  },
  log: {
    onMatch: 'The open count contains every payment and matches every total.',
    onDifferences: (count: number) =>
      `${count} differences between the open count and the payments.`,
  },
} as const satisfies Record<(typeof COMPARED)[number], object>;

/** Progress is printed after this many entries of the open count, a few seconds each. */
const REPORTED_ENTRIES = 100_000;

/**
 * Recounts everything, prints the result, and stores it for Health and the alerts.
 * @returns true when everything agrees
 */
export async function compareBooks(db: Database): Promise<boolean> {
  const startedAt = new Date();
  const { differences, verified } = await verifyEverything(db, (entries) => {
    if (entries % REPORTED_ENTRIES === 0) console.log(`Entries verified: ${entries}`);
  });
  for (const part of COMPARED) {
    const found = differences[part];
    for (const difference of found) console.error(difference);
    const { onMatch, onDifferences } = SENTENCES[part];
    const sentence = found.length === 0 ? onMatch : onDifferences(found.length);
    if (sentence !== null) console.log(sentence);
  }
  const sentences = COMPARED.flatMap((part) => differences[part]);
  await saveRecount(db, 'everything', { begunAt: startedAt, sentences, verified });
  return sentences.length === 0;
}
