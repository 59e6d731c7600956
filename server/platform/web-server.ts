import { createServer, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Node reads 16 KB of address and headers, too little for a checkout's address that went wrong. */
const MAX_HEADER_BYTES = 64 * 1024;

/**
 * How long a connection on which nothing is asked stays open. Whoever keeps one to ask again, a load
 * balancer above all, closes it within a minute; were we the first (Node's five seconds), a request
 * on its way at that moment would be lost.
 */
const IDLE_CONNECTION_MS = 75_000;

/** The browser's own page for this answer would be blank. Which language is wanted was not read. */
const TOO_LONG_PAGE = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>431</title>
<body style="background:#120b1e;color:#fdf8ee;font:1.125rem system-ui;text-align:center;padding:20vh 1rem">
<p lang="fr">Cette adresse est trop longue. <a style="color:#f5b82e" href="/">Retour à l’accueil</a></p>
<p lang="en">This address is too long. <a style="color:#f5b82e" href="/">Back to home</a></p>
`;

/** Nobody sends headers for longer; and a picture of 10 MB takes its time from a phone. */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 120_000;
/**
 * Far more than a crowd has open, with as many polls as are held (`payments/checks/held-polls.ts`);
 * who opens more wants to keep others out.
 */
const MAX_CONNECTIONS = 20_000;

/** What every answer says that is not the application's own. */
export const bareHeaders = (hsts: string | null): Record<string, string> => ({
  'Content-Security-Policy':
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  ...(hsts ? { 'Strict-Transport-Security': hsts } : {}),
});

const answer = (status: string, hsts: string | null, body = ''): string =>
  [
    `HTTP/1.1 ${status}`,
    ...Object.entries(bareHeaders(hsts)).map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : ['Content-Type: text/html; charset=utf-8']),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');

/** A request that could not be read is answered here; the app never hears of it. */
const refusing =
  (hsts: string | null) =>
  ({ code }: NodeJS.ErrnoException, socket: Duplex): void => {
    if (code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (code === 'HPE_HEADER_OVERFLOW') {
      socket.end(answer('431 Request Header Fields Too Large', hsts, TOO_LONG_PAGE));
    } else if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
      socket.end(answer('408 Request Timeout', hsts));
    } else {
      socket.end(answer('400 Bad Request', hsts));
    }
  };

/**
 * Node's server, with room for long addresses and a page for those that are longer still.
 * @param hsts what tells browsers to insist on https; null where they do not reach us by it
 */
export function createWebServer(onRequest: RequestListener, hsts: string | null): Server {
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: IDLE_CONNECTION_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
    },
    onRequest,
  );
  server.maxConnections = MAX_CONNECTIONS;
  return server.on('clientError', refusing(hsts));
}
