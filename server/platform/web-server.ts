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

const answer = (status: string, body = ''): string =>
  [
    `HTTP/1.1 ${status}`,
    'Content-Type: text/html; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');

const ANSWER_TO_ERROR: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: answer('431 Request Header Fields Too Large', TOO_LONG_PAGE),
  ERR_HTTP_REQUEST_TIMEOUT: answer('408 Request Timeout'),
};

/** A request that could not be read is answered here; the app never hears of it. */
function refuse({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else socket.end(ANSWER_TO_ERROR[code ?? ''] ?? answer('400 Bad Request'));
}

/** Node's server, with room for long addresses and a page for those that are longer still. */
export const createWebServer = (onRequest: RequestListener): Server =>
  createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: IDLE_CONNECTION_MS },
    onRequest,
  ).on('clientError', refuse);
