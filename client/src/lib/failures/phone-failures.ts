import type { FailureKind, PhoneFailure } from '#shared/contracts/phone-failures';
import { call } from '../api/request';

/** One that fails again and again says it once. */
const MOST_REPORTS = 5;
const reported = new Set<string>();

const OWN_FRAME = /\/assets\/[\w.~-]+\.js:\d+:\d+/g;

/** The error's words without what may be data; the server looks again. */
const wordsOf = (error: Error): string =>
  `${error.name}: ${error.message}`
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    .replace(/https?:\S+/g, '…')
    .slice(0, 200);

/** Tells the server, without anything personal, that the site's own code has failed here. */
export function reportFailure(kind: FailureKind, error: unknown): void {
  if (!(error instanceof Error)) return;
  const message = wordsOf(error);
  if (reported.size >= MOST_REPORTS || reported.has(message)) return;
  reported.add(message);
  const body = {
    kind,
    // What is none of them the server takes for another.
    page: window.location.pathname.split('/', 2)[1] as PhoneFailure['page'],
    message,
    frames: (error.stack?.match(OWN_FRAME) ?? []).slice(0, 5),
    language: document.documentElement.lang === 'fr' ? 'fr' : 'en',
  } as const;
  void call('POST /api/phone-failures', { body }).catch(() => {});
}

/** What fails outside of a page's drawing; extensions of the browser fail in files of their own. */
export function watchForFailures(): void {
  const tell = (error: unknown) => {
    if (error instanceof Error && error.stack?.match(OWN_FRAME)) reportFailure('promise', error);
  };
  window.addEventListener('unhandledrejection', ({ reason }) => tell(reason));
  window.addEventListener('error', ({ error }) => tell(error));
}
