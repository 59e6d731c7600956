import { z } from 'zod';
import { browserStorage, type KeyStorage } from '#client/lib/browser/storage';

/** The checkpoint of a log that this browser stored; the log can only have grown since. */
const seenLog = z.object({
  /** Verifier keys that had signed the checkpoint. */
  keys: z.array(z.string()),
  /** The whole note: with its signature it is evidence against a log that contradicts it. */
  checkpoint: z.string(),
});
export type SeenLog = z.infer<typeof seenLog>;

const keyOf = (origin: string) => `open-count:${origin}`;

/** @returns null for a log that this browser sees for the first time */
export function recallLog(origin: string, storage: KeyStorage = browserStorage): SeenLog | null {
  try {
    return seenLog.parse(JSON.parse(storage.getItem(keyOf(origin)) ?? ''));
  } catch {
    return null;
  }
}

export const rememberLog = (
  origin: string,
  seen: SeenLog,
  storage: KeyStorage = browserStorage,
): void => storage.setItem(keyOf(origin), JSON.stringify(seen));
