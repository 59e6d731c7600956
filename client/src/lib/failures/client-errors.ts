import type { ClientError, ClientErrorKind } from '#shared/contracts/client-errors';
import { call } from '../api/request';

/** Most reports of one page; a repeated failure is reported once. */
const MAX_REPORTS = 5;
const reported = new Set<string>();

const OWN_FRAME = /\/assets\/[\w.~-]+\.js:\d+:\d+/g;

/** The error's message without anything that may be data; the server filters it again. */
const messageOf = (error: Error): string =>
  `${error.name}: ${error.message}`
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    .replace(/https?:\S+/g, '…')
    .slice(0, 200);

/** Reports to the server, without personal data, that the site's own code has failed. */
export function reportClientError(kind: ClientErrorKind, error: unknown): void {
  if (!(error instanceof Error)) return;
  const message = messageOf(error);
  if (reported.size >= MAX_REPORTS || reported.has(message)) return;
  reported.add(message);
  const body = {
    kind,
    // The server replaces an unknown page by `other`.
    page: window.location.pathname.split('/', 2)[1] as ClientError['page'],
    message,
    frames: (error.stack?.match(OWN_FRAME) ?? []).slice(0, 5),
    language: document.documentElement.lang === 'fr' ? 'fr' : 'en',
  } as const;
  void call('POST /api/phone-failures', { body }).catch(() => {});
}

/** Reports failures outside of rendering, except those in files of browser extensions. */
export function watchForErrors(): void {
  const report = (error: unknown) => {
    if (error instanceof Error && error.stack?.match(OWN_FRAME))
      reportClientError('promise', error);
  };
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason));
  window.addEventListener('error', ({ error }) => report(error));
}
