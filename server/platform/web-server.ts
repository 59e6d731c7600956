import { createServer, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Node's limit of 16 KB for address and headers is too small for a malformed checkout address. */
const MAX_HEADER_BYTES = 64 * 1024;

/**
 * How long an idle connection stays open, in ms. A client that reuses connections, above all a load
 * balancer, closes idle ones within a minute. If we closed first (Node's default is five seconds),
 * a request in flight at that moment would be lost.
 */
const IDLE_CONNECTION_MS = 75_000;

/**
 * Sent because the browser's own page for this response would be blank. Bilingual, because the
 * headers were not read.
 */
const TOO_LONG_PAGE = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>431</title>
<body style="background:#120b1e;color:#fdf8ee;font:1.125rem system-ui;text-align:center;padding:20vh 1rem">
<p lang="fr">Cette adresse est trop longue. <a style="color:#f5b82e" href="/">Retour à l’accueil</a></p>
<p lang="en">This address is too long. <a style="color:#f5b82e" href="/">Back to home</a></p>
`;

/**
 * No client needs longer for headers; the body of a 20 MB picture may take its time from a phone.
 */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 120_000;
/**
 * Far more than a crowd opens, including the held polls (`payments/lifecycle/held-polls.ts`); more
 * would be an attack that keeps others out.
 */
const MAX_CONNECTIONS = 20_000;

/** Headers of every response that bypasses the application. */
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

/** Responds to a request that could not be parsed; it never reaches the application. */
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
 * Creates Node's server with room for long addresses, and an error page for those that are too
 * long.
 * @param hsts value of Strict-Transport-Security; null when browsers do not reach us over https
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
