import type { LoadedBefore } from '#shared/domain/offline';
import { deleteAllCaches, deleteOtherReleases, installRelease, strategyFor } from './caching';

declare const self: ServiceWorkerGlobalScope;

/* Lets the site open without a network: catalogue pages as last seen, and the visitor's own
   receipts. Only what caching.ts lists passes through here; payments, sign-in and the administration
   never do. */

/**
 * A new release waits until no page of the previous one is open, so that no page mixes files of
 * both.
 */
self.addEventListener('install', (event) => event.waitUntil(installRelease(event)));

self.addEventListener('activate', (event) =>
  event.waitUntil(deleteOtherReleases().then(() => self.clients.claim())),
);

/**
 * Paths of sign-in, sign-out, the administration, and of entering and leaving a rehearsal: visiting
 * one deletes everything stored and unregisters this worker.
 */
const ADMIN_PATHS = /^\/(admin|rehearsal|api\/log(in|out))(\/|$)/;

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, searchParams } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  // The team's preview of a draft is not stored.
  if (searchParams.has('edition')) return;
  const isPage = request.mode === 'navigate';
  if (isPage && ADMIN_PATHS.test(pathname)) {
    event.waitUntil(deleteAllCaches().then(() => self.registration.unregister()));
    return;
  }
  const answer = strategyFor(pathname, isPage);
  if (answer) event.respondWith(answer(event, request));
});

/** Upper limit: no page loads this many files. */
const MAX_FILES = 150;

/**
 * A first visit starts without the service worker, as does a page that was opened before the worker
 * took control. The files it has loaded mostly come from the browser's cache.
 */
self.addEventListener('message', (event) => {
  const { page, files }: LoadedBefore = event.data;
  const keep = async () => {
    const asked = [page, ...files.slice(0, MAX_FILES)].map((path, index) => {
      const url = new URL(path, self.location.origin);
      return strategyFor(url.pathname, index === 0)?.(event, new Request(url));
    });
    await Promise.allSettled([self.clients.claim(), ...asked]);
  };
  event.waitUntil(keep());
});
