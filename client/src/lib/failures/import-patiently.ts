import { untilWorthAsking } from './worth-asking';

/** Imports what a page can do without for a while: asks for it until it comes, and never throws. */
export async function importPatiently<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await load();
    } catch {
      await untilWorthAsking(attempt);
    }
  }
}
