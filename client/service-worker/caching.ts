import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { CACHED_SINCE_ATTRIBUTE, CACHED_SINCE_HEADER, OURS_HEADER } from '#shared/domain/offline';

declare const self: ServiceWorkerGlobalScope;
/** Changes whenever a file of the site changes; set by the build. */
declare const RELEASE: string;

type Strategy = (event: ExtendableEvent, request: Request) => Promise<Response>;

/**
 * Address of an empty document in which the browser renders any page. Also the page that shows the
 * visitor's own receipts.
 */
const SHELL = '/my-receipts';
/** Holds everything the shell consists of: the site's own files. */
const SHELL_CACHE = `shell-${RELEASE}`;
const PAGES_CACHE = `pages-${RELEASE}`;
const RESPONSES_CACHE = `answers-${RELEASE}`;
const ANY_RELEASE = /^(shell|pages|answers)-/;

/**
 * Above this usage, in bytes, nothing more is cached at runtime: other sites share the phone's
 * storage.
 */
const MAX_BYTES = 12_000_000;
/** Seconds to wait for the network before the stored copy is shown. */
const NETWORK_TIMEOUT_S = 6;
const DAY_S = 86_400;

/** Safari before 17 cannot report the storage used; `expiresAfter` limits it there too. */
const hasRoom = async (): Promise<boolean> => {
  const { storage } = self.navigator as { storage?: Partial<StorageManager> };
  const { usage = 0 } = (await storage?.estimate?.().catch(() => null)) ?? {};
  return usage < MAX_BYTES;
};

/** Expected content types by path suffix; every other immutable file is a picture. */
const TYPES: Readonly<Record<string, RegExp>> = {
  css: /^text\/css/,
  js: /^text\/javascript/,
  woff2: /^font\//,
};

/**
 * True when the response is what was requested. A proxy, or an operator whose customer has used up
 * their data, may respond to any request with a page of its own.
 */
function isExpectedFile(request: Request, { status, headers }: Response): boolean {
  const { pathname } = new URL(request.url);
  const type = TYPES[pathname.split('.').at(-1) ?? ''] ?? /^image\//;
  return status === 200 && type.test(headers.get('Content-Type') ?? '');
}

/**
 * True when our server sent the response: for pages and data the content type alone does not prove
 * it.
 */
const isFromOurServer = ({ status, headers }: Response): boolean =>
  status === 200 &&
  headers.has(OURS_HEADER) &&
  /^(text\/html|application\/json)/.test(headers.get('Content-Type') ?? '');

const expectedFilesOnly: WorkboxPlugin = {
  cacheWillUpdate: async ({ request, response }) =>
    isExpectedFile(request, response) && (await hasRoom()) ? response : null,
};

/** Records when a changing response was stored, so that the page can show its age. */
const withStoredDate: WorkboxPlugin = {
  async cacheWillUpdate({ response }) {
    if (!isFromOurServer(response) || !(await hasRoom())) return null;
    const headers = new Headers(response.headers);
    headers.set(CACHED_SINCE_HEADER, new Date().toISOString());
    return new Response(response.body, { headers });
  },
};

const pathAsKey: WorkboxPlugin = {
  /**
   * Cache key without the query, which only opens a profile, names the source of the link or
   * chooses a language.
   */
  async cacheKeyWillBeUsed({ request }) {
    const { origin, pathname } = new URL(request.url);
    return origin + (pathname === '/' ? '/categories' : pathname);
  },
  async cachedResponseWillBeUsed({ cachedResponse }) {
    if (!cachedResponse) return null;
    const { headers } = cachedResponse;
    const since = headers.get(CACHED_SINCE_HEADER);
    const html = await cachedResponse.text();
    const marked = html.replace('<html', `<html ${CACHED_SINCE_ATTRIBUTE}="${since}"`);
    return new Response(marked, { headers });
  },
};

/** Evicts the least recently used entry first, and the whole cache when storage is full. */
const expiresAfter = (maxEntries: number, days: number) =>
  new ExpirationPlugin({ maxEntries, maxAgeSeconds: days * DAY_S, purgeOnQuotaError: true });

const networkFirst = (cacheName: string, plugins: WorkboxPlugin[]): Strategy => {
  const strategy = new NetworkFirst({
    cacheName,
    networkTimeoutSeconds: NETWORK_TIMEOUT_S,
    // A page in the other language is better than none.
    matchOptions: { ignoreVary: true },
    plugins: [withStoredDate, ...plugins],
  });
  return (event, request) => strategy.handle({ event, request });
};

/** Caches immutable files. A file that is requested again replaces the stored copy. */
const cacheFirst = (cacheName: string, plugins: WorkboxPlugin[]): Strategy => {
  const options = {
    cacheName,
    matchOptions: { ignoreVary: true },
    plugins: [expectedFilesOnly, ...plugins],
  };
  const strategy = new CacheFirst(options);
  const refetch = new NetworkFirst(options);
  return (event, request) =>
    (request.cache === 'reload' ? refetch : strategy).handle({ event, request });
};

/**
 * Serves the empty document when there is no network and no stored page; data for it may still be
 * stored.
 */
const withShellFallback =
  (answer: Strategy): Strategy =>
  async (event, request) => {
    try {
      return await answer(event, request);
    } catch (error) {
      const shell = await caches.match(SHELL, { cacheName: SHELL_CACHE, ignoreVary: true });
      if (!shell) throw error;
      return shell;
    }
  };

const PAGES: readonly [RegExp, Strategy][] = [
  [
    /^\/(categories|category\/[^/]+|share\/[^/]+)?$/,
    withShellFallback(networkFirst(PAGES_CACHE, [pathAsKey, expiresAfter(12, 30)])),
  ],
  [
    /^\/(checkout|my-receipts|payment-help|privacy|count|a\/[^/]+\/posters)$/,
    withShellFallback((_event, request) => fetch(request)),
  ],
];

const FILES: readonly [RegExp, Strategy][] = [
  [/^\/assets\//, cacheFirst(SHELL_CACHE, [])],
  [
    /^\/(uploads\/|icons\/|api\/image-proxy$|favicon\.svg$)/,
    cacheFirst('pictures', [expiresAfter(120, 30)]),
  ],
  [
    /^\/api\/(config|categories(\/[^/]+)?|featured-artists|search-index|nominations\/(category|artist|share)\/[^/]+|posters\/[^/]+)$/,
    networkFirst(RESPONSES_CACHE, [expiresAfter(40, 30)]),
  ],
  [/^\/api\/payment\/receipt\/[^/]+$/, networkFirst('receipts', [expiresAfter(50, 400)])],
];

/**
 * Returns the strategy for an address that is cached; null for all others, which the service worker
 * leaves alone.
 */
export const strategyFor = (path: string, isPage: boolean): Strategy | null =>
  (isPage ? PAGES : FILES).find(([pattern]) => pattern.test(path))?.[1] ?? null;

/**
 * Installs this release: caches its shell, then fetches again every address that older releases had
 * cached; failures are ignored.
 */
export async function installRelease(event: ExtendableEvent): Promise<void> {
  const shell = await caches.open(SHELL_CACHE);
  const document = await fetch(SHELL);
  if (!isFromOurServer(document))
    throw new Error(`Unexpected response for ${SHELL}: status ${document.status}`);
  const html = await document.clone().text();
  const files = html.match(/\/assets\/[\w.~-]+/g) ?? [];
  await Promise.all([...new Set(files)].map((file) => cacheFile(shell, new Request(file))));
  await shell.put(SHELL, document);
  for (const name of await otherReleases()) {
    for (const { url } of await (await caches.open(name)).keys()) {
      const answer = strategyFor(new URL(url).pathname, name.startsWith('pages-'));
      await answer?.(event, new Request(url)).catch(() => null);
    }
  }
}

async function cacheFile(shell: Cache, file: Request): Promise<void> {
  const answer = await fetch(file);
  if (!isExpectedFile(file, answer))
    throw new Error(`Unexpected response for ${file.url}: status ${answer.status}`);
  await shell.put(file, answer);
}

const otherReleases = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => ANY_RELEASE.test(name) && !name.endsWith(RELEASE));

export async function deleteOtherReleases(): Promise<void> {
  await Promise.all((await otherReleases()).map((name) => caches.delete(name)));
}

export async function deleteAllCaches(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
