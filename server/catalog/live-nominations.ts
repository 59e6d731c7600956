import { setTimeout as delay } from 'node:timers/promises';
import type { Response } from 'express';
import { AppError } from '#server/errors';
import { type Api, acceptedLanguage, type Lifecycle } from '#server/http/index';

/** Interval between two reads of the results, in ms. They come from the read cache. */
const EVERY_MS = 1_000;
/** Longest pause between two events, in ms: proxies cut connections that are silent for longer. */
const SILENCE_MS = 15_000;
/** For screens in halls and streams, not for visitors, whose pages poll. */
const MAX_STREAMS = 200;

/**
 * Sends the nominations of a category as server-sent events: the complete response of the visitors'
 * endpoint, at once and after every change. Beyond the limit of streams, a client is asked to retry
 * later and polls the other endpoint until then.
 */
export function addLiveNominations(api: Api, lifecycle: Lifecycle): void {
  let streams = 0;
  api.serve(
    'GET /api/nominations/category/:categoryId/live',
    async ({ params, query, req, res }) => {
      const language = query.lang ?? acceptedLanguage(req);
      const read = () => api.readShared(`/api/nominations/category/${params.categoryId}`, language);
      const first = await read();
      if (streams >= MAX_STREAMS) {
        throw new AppError(503, 'unavailable', 'Too many screens', { retryAfterSeconds: 60 });
      }
      streams += 1;
      try {
        await stream(res, first, read, lifecycle);
      } finally {
        streams -= 1;
      }
      return undefined;
    },
  );
}

async function stream(
  res: Response,
  first: string,
  read: () => Promise<string>,
  lifecycle: Lifecycle,
): Promise<void> {
  const disconnected = new AbortController();
  res.once('close', () => disconnected.abort());
  res.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    // Compressed, an event would be held back until the next one.
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  let sent = first;
  let silentMs = 0;
  res.write(`data: ${first}\n\n`);
  while (!lifecycle.isDraining) {
    const isConnected = await delay(EVERY_MS, true, { signal: disconnected.signal }).catch(
      () => false,
    );
    if (!isConnected) return;
    // If the database does not respond, the screen keeps its last state.
    const now = await read().catch(() => sent);
    silentMs = now === sent ? silentMs + EVERY_MS : 0;
    if (now !== sent) res.write(`data: ${now}\n\n`);
    else if (silentMs % SILENCE_MS === 0) res.write(':\n\n');
    sent = now;
  }
  res.end();
}
