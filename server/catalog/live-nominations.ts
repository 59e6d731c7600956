import { setTimeout as delay } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { tooManyRequests } from '#server/errors';
import { type Api, acceptedLanguage, type Lifecycle, networkOf } from '#server/http/index';
import { disconnectionOf, Places } from '#server/platform/places/index';

/** Interval between two reads of the results, in ms. They come from the read cache. */
const EVERY_MS = 1_000;
/** Longest pause between two events, in ms: proxies cut connections that are silent for longer. */
const SILENCE_MS = 15_000;
/** For screens in halls and streams, not for visitors, whose pages poll. */
const MAX_STREAMS = 150;
/** As many screens as a hall and its stage have behind one address. */
const MAX_PER_NETWORK = 10;
/** Reserved for screens that a team member has opened, whatever others have taken. */
const MAX_TEAM_STREAMS = 50;
const RETRY_SECONDS = 60;

export interface LiveDeps {
  lifecycle: Lifecycle;
  auth: {
    /** True when a team member has signed in with this browser. */
    isOfTeam(req: Request, res: Response): Promise<boolean>;
  };
}

/**
 * Sends the nominations of a category as server-sent events: the complete response of the visitors'
 * endpoint, at once and after every change. Beyond the limits of streams, a client is asked to
 * retry later and polls the other endpoint until then.
 */
export function addLiveNominations(api: Api, { lifecycle, auth }: LiveDeps): void {
  const streams = new StreamPlaces();
  api.serve(
    'GET /api/nominations/category/:categoryId/live',
    async ({ params, query, req, res }) => {
      const disconnected = disconnectionOf(res);
      const giveBack =
        streams.take(networkOf(req.ip)) ??
        ((await auth.isOfTeam(req, res)) ? streams.takeForTeam() : null);
      if (!giveBack) {
        throw tooManyRequests(
          'too-many-requests',
          'Too many screens',
          RETRY_SECONDS,
          'live-streams',
        );
      }
      try {
        const language = query.lang ?? acceptedLanguage(req);
        const read = () =>
          api.readShared(`/api/nominations/category/${params.categoryId}`, language);
        const first = await read();
        if (!disconnected.aborted) await stream({ res, first, read, lifecycle, disconnected });
      } finally {
        giveBack();
      }
      return undefined;
    },
  );
}

/** Places for streams, counted by network and in total. */
class StreamPlaces {
  readonly #places = new Places('live-streams', MAX_STREAMS);
  readonly #teamPlaces = new Places('team-streams', MAX_TEAM_STREAMS);
  readonly #byNetwork = new Map<string, number>();

  /** @returns the function that gives the place back; null when none is left */
  take(network: string): (() => void) | null {
    const taken = this.#byNetwork.get(network) ?? 0;
    if (taken >= MAX_PER_NETWORK || !this.#places.take()) return null;
    this.#byNetwork.set(network, taken + 1);
    return () => {
      this.#places.giveBack();
      const others = (this.#byNetwork.get(network) ?? 1) - 1;
      if (others > 0) this.#byNetwork.set(network, others);
      else this.#byNetwork.delete(network);
    };
  }

  /** As `take`, for a screen of the team. */
  takeForTeam(): (() => void) | null {
    return this.#teamPlaces.take() ? () => this.#teamPlaces.giveBack() : null;
  }
}

interface Stream {
  res: Response;
  first: string;
  read: () => Promise<string>;
  lifecycle: Lifecycle;
  disconnected: AbortSignal;
}

async function stream({ res, first, read, lifecycle, disconnected }: Stream): Promise<void> {
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
    const isConnected = await delay(EVERY_MS, true, { signal: disconnected }).catch(() => false);
    if (!isConnected) return;
    // If the database does not respond, the screen keeps its last state.
    const now = await read().catch(() => sent);
    if (disconnected.aborted) return;
    silentMs = now === sent ? silentMs + EVERY_MS : 0;
    if (now !== sent) res.write(`data: ${now}\n\n`);
    else if (silentMs % SILENCE_MS === 0) res.write(':\n\n');
    sent = now;
  }
  res.end();
}
