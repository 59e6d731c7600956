import { reportClientError } from './client-errors';
import { earlyLoad } from './early-loads';

/** In ms: a page that is still missing its code after a reload would otherwise reload forever. */
const RELOAD_PAUSE_MS = 60_000;
/** A reload ends the page within this many ms, unless the visitor chooses to stay. */
const LEAVE_TIME_MS = 5_000;

function hasJustReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  const isReload =
    navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload';
  return isReload && performance.now() < RELOAD_PAUSE_MS;
}

/** Code of the site failed to load, because the network or the server is down. */
export class MissingCodeError extends Error {}

/** A reload would show the browser's own error page while the server is unreachable. */
export async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/**
 * Makes the browser and our service worker replace the scripts loaded since then: a cached file may
 * be truncated, or come from a proxy.
 * @param since in the time of `performance.now`
 */
async function refetchScripts(since: number): Promise<void> {
  const files = performance
    .getEntriesByType('resource')
    .filter(({ name, startTime }) => startTime >= since && /\/assets\/[^?]*\.js$/.test(name));
  await Promise.allSettled(files.map(({ name }) => fetch(name, { cache: 'reload' })));
}

/**
 * Imports code on demand. A page that was open during a release requests files that no longer
 * exist: it is reloaded once, and gets the current files.
 * @throws MissingCodeError while the server cannot be reached; the import's own error when a reload
 *   does not help or did not happen
 */
export async function importOrReload<T>(
  load: () => Promise<T>,
  what: 'page' | 'texts' = 'page',
): Promise<T> {
  await earlyLoad(what);
  const since = performance.now();
  try {
    return await load();
  } catch (error) {
    if (!(await isServerReachable())) {
      throw new MissingCodeError('code of the site could not be loaded', { cause: error });
    }
    reportClientError('code', error);
    if (hasJustReloaded()) throw error;
    await refetchScripts(since);
    window.location.reload();
    await new Promise((resolve) => setTimeout(resolve, LEAVE_TIME_MS));
    throw error;
  }
}
