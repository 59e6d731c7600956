import type { LoadedBefore } from '#shared/domain/offline';
import { forgetEverything, forgetOtherReleases, keepRelease, kept } from './kept';

declare const self: ServiceWorkerGlobalScope;

/*
 * Has the site open without a network: pages of the catalogue as they were seen last, and one's own
 * receipts. Only what kept.ts lists passes through here; payments, sign-in and the administration
 * never do.
 */

/** A new release waits until no page of the last one is open: no page is made of both. */
self.addEventListener('install', (event) => event.waitUntil(keepRelease(event)));

self.addEventListener('activate', (event) =>
  event.waitUntil(forgetOtherReleases().then(() => self.clients.claim())),
);

/** Where somebody signs in or out, or administrates: from then on nothing is kept. */
const OF_THE_TEAM = /^\/(admin|api\/log(in|out))(\/|$)/;

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  const isPage = request.mode === 'navigate';
  if (isPage && OF_THE_TEAM.test(pathname)) {
    event.waitUntil(forgetEverything().then(() => self.registration.unregister()));
    return;
  }
  const answer = kept(pathname, isPage);
  if (answer) event.respondWith(answer(event, request));
});

/** More than a page loads. */
const MOST_FILES = 150;

/**
 * A first visit begins without us, and so does a page that came while we were taking the others on.
 * What it has loaded comes from the browser's cache, mostly.
 */
self.addEventListener('message', (event) => {
  const { page, files }: LoadedBefore = event.data;
  const keep = async () => {
    const asked = [page, ...files.slice(0, MOST_FILES)].map((path, index) => {
      const url = new URL(path, self.location.origin);
      return kept(url.pathname, index === 0)?.(event, new Request(url));
    });
    await Promise.allSettled([self.clients.claim(), ...asked]);
  };
  event.waitUntil(keep());
});
