import { waitForRetry } from './wait-for-retry';

/** Imports code that a page does not need at once: retries until it loads, and never throws. */
export async function importWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await load();
    } catch {
      await waitForRetry(attempt);
    }
  }
}
