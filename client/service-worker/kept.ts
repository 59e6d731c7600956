import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { KEPT_SINCE_ATTRIBUTE, KEPT_SINCE_HEADER, OURS_HEADER } from '#shared/domain/offline';

declare const self: ServiceWorkerGlobalScope;
/** Another one whenever a file of the site is; set by the build. */
declare const RELEASE: string;

type Answer = (event: ExtendableEvent, request: Request) => Promise<Response>;

/** An empty document, into which the browser draws whatever page; and where own receipts are opened. */
const SHELL = '/my-receipts';
/** All that the shell is made of, and the site's own files. */
const SHELL_CACHE = `shell-${RELEASE}`;
const PAGES_CACHE = `pages-${RELEASE}`;
const ANSWERS_CACHE = `answers-${RELEASE}`;
const OF_ANY_RELEASE = /^(shell|pages|answers)-/;

/** A phone's storage is not ours alone: nothing more is kept beyond this. */
const MOST_BYTES = 12_000_000;
/** So long the network may take before what is kept is shown. */
const NETWORK_TIMEOUT_S = 6;
const DAY_S = 86_400;

/** Safari before 17 cannot tell how much is kept; `atMost` bounds it there too. */
const hasRoom = async (): Promise<boolean> => {
  const { storage } = self.navigator as { storage?: Partial<StorageManager> };
  const { usage = 0 } = (await storage?.estimate?.().catch(() => null)) ?? {};
  return usage < MOST_BYTES;
};

/** By the ending of a path; all others of what never changes are pictures. */
const TYPES: Readonly<Record<string, RegExp>> = {
  css: /^text\/css/,
  js: /^text\/javascript/,
  woff2: /^font\//,
};

/**
 * Whether an answer is what was asked for: a proxy, or an operator whose data is used up, may answer
 * anything with a page of its own.
 */
function isRight(request: Request, { status, headers }: Response): boolean {
  const { pathname } = new URL(request.url);
  const type = TYPES[pathname.split('.').at(-1) ?? ''] ?? /^image\//;
  return status === 200 && type.test(headers.get('Content-Type') ?? '');
}

/** Whether it is an answer of our server: of pages and data the type alone says too little. */
const isOurs = ({ status, headers }: Response): boolean =>
  status === 200 &&
  headers.has(OURS_HEADER) &&
  /^(text\/html|application\/json)/.test(headers.get('Content-Type') ?? '');

const whatIsRight: WorkboxPlugin = {
  cacheWillUpdate: async ({ request, response }) =>
    isRight(request, response) && (await hasRoom()) ? response : null,
};

/** What changes says since when it is kept: the page tells it. */
const withItsAge: WorkboxPlugin = {
  async cacheWillUpdate({ response }) {
    if (!isOurs(response) || !(await hasRoom())) return null;
    const headers = new Headers(response.headers);
    headers.set(KEPT_SINCE_HEADER, new Date().toISOString());
    return new Response(response.body, { headers });
  },
};

const asDocument: WorkboxPlugin = {
  /** Its query opens a profile, or tells of its link. */
  async cacheKeyWillBeUsed({ request }) {
    const { origin, pathname } = new URL(request.url);
    return origin + (pathname === '/' ? '/categories' : pathname);
  },
  async cachedResponseWillBeUsed({ cachedResponse }) {
    if (!cachedResponse) return null;
    const { headers } = cachedResponse;
    const since = headers.get(KEPT_SINCE_HEADER);
    const html = await cachedResponse.text();
    const marked = html.replace('<html', `<html ${KEPT_SINCE_ATTRIBUTE}="${since}"`);
    return new Response(marked, { headers });
  },
};

/** The least recently seen goes first; all of it where the storage is full. */
const atMost = (maxEntries: number, days: number) =>
  new ExpirationPlugin({ maxEntries, maxAgeSeconds: days * DAY_S, purgeOnQuotaError: true });

const newest = (cacheName: string, plugins: WorkboxPlugin[]): Answer => {
  const strategy = new NetworkFirst({
    cacheName,
    networkTimeoutSeconds: NETWORK_TIMEOUT_S,
    // The page of the other language is better than none.
    matchOptions: { ignoreVary: true },
    plugins: [withItsAge, ...plugins],
  });
  return (event, request) => strategy.handle({ event, request });
};

/** What never changes under its address; asked for anew it takes the place of what is kept. */
const unchanged = (cacheName: string, plugins: WorkboxPlugin[]): Answer => {
  const options = {
    cacheName,
    matchOptions: { ignoreVary: true },
    plugins: [whatIsRight, ...plugins],
  };
  const strategy = new CacheFirst(options);
  const anew = new NetworkFirst(options);
  return (event, request) =>
    (request.cache === 'reload' ? anew : strategy).handle({ event, request });
};

/** Without a network and a page that was kept, the empty document: what it asks for may be kept. */
const orShell =
  (answer: Answer): Answer =>
  async (event, request) => {
    try {
      return await answer(event, request);
    } catch (error) {
      const shell = await caches.match(SHELL, { cacheName: SHELL_CACHE, ignoreVary: true });
      if (!shell) throw error;
      return shell;
    }
  };

const PAGES: readonly [RegExp, Answer][] = [
  [
    /^\/(categories|category\/[^/]+|share\/[^/]+)?$/,
    orShell(newest(PAGES_CACHE, [asDocument, atMost(12, 30)])),
  ],
  [
    /^\/(checkout|my-receipts|payment-help|privacy|count|a\/[^/]+\/posters)$/,
    orShell((_event, request) => fetch(request)),
  ],
];

const FILES: readonly [RegExp, Answer][] = [
  [/^\/assets\//, unchanged(SHELL_CACHE, [])],
  [
    /^\/(uploads\/|icons\/|api\/image-proxy$|favicon\.svg$)/,
    unchanged('pictures', [atMost(120, 30)]),
  ],
  [
    /^\/api\/(config|categories(\/[^/]+)?|featured-artists|search-index|nominations\/(category|artist|share)\/[^/]+|posters\/[^/]+)$/,
    newest(ANSWERS_CACHE, [atMost(40, 30)]),
  ],
  [/^\/api\/payment\/receipt\/[^/]+$/, newest('receipts', [atMost(50, 400)])],
];

/** How an address is answered of which something is kept; null for all others, which we leave alone. */
export const kept = (path: string, isPage: boolean): Answer | null =>
  (isPage ? PAGES : FILES).find(([pattern]) => pattern.test(path))?.[1] ?? null;

/** Brings in this release: the shell, and what was kept of the last one as this one has it. */
export async function keepRelease(event: ExtendableEvent): Promise<void> {
  const shell = await caches.open(SHELL_CACHE);
  const document = await fetch(SHELL);
  if (!isOurs(document)) throw new Error(`${SHELL} answers ${document.status}, or somebody else`);
  const html = await document.clone().text();
  const files = html.match(/\/assets\/[\w.~-]+/g) ?? [];
  await Promise.all([...new Set(files)].map((file) => keepFile(shell, new Request(file))));
  await shell.put(SHELL, document);
  for (const name of await otherReleases()) {
    for (const { url } of await (await caches.open(name)).keys()) {
      const answer = kept(new URL(url).pathname, name.startsWith('pages-'));
      await answer?.(event, new Request(url)).catch(() => null);
    }
  }
}

async function keepFile(shell: Cache, file: Request): Promise<void> {
  const answer = await fetch(file);
  if (!isRight(file, answer)) throw new Error(`${file.url} answers ${answer.status}, or else`);
  await shell.put(file, answer);
}

const otherReleases = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => OF_ANY_RELEASE.test(name) && !name.endsWith(RELEASE));

export async function forgetOtherReleases(): Promise<void> {
  await Promise.all((await otherReleases()).map((name) => caches.delete(name)));
}

export async function forgetEverything(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
