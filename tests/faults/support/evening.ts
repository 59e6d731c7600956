import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { paymentStarted, paymentState } from '#shared/contracts/payments';
import { COUNTED_ATTEMPTS, waitAfterAttempt } from '#shared/domain/polling';
import { payments } from '#shared/schema';
import { aVoteFor } from '../../support/given';
import type { randomChoices } from './random';
import type { World } from './world';

/** Linux counts processor time in hundredths of a second, and memory in pages. */
const TICK_MS = 10;
const PAGE_BYTES = 4_096;
/** Delay in ms before a request without a response is repeated. */
const RETRY_MS = 1_000;
/** In ms: browsers wait for minutes; voters do not. */
const GIVE_UP_AFTER_MS = 30_000;
/** Percentage of voters who repeat, leave and come back. */
const IMPATIENT_PERCENT = 3;
/** Start of the last part of the evening, with ten times as many voters. */
const RUSH_FROM = 0.5;
const RUSH = 10;
/** Percentage of voters who share the picture of their receipt. */
const SHARING_PERCENT = 30;
/** A client that requests pictures of receipts beside the voters, as many at once. */
const LAPTOP = { address: '203.0.113.7', atOnce: 60, receipts: 60, pauseMs: 250 };

interface EveningOptions {
  voters: number;
  /** From the first voter to the last one. */
  seconds: number;
  chance: ReturnType<typeof randomChoices>;
  categories: { id: string; nominations: { id: string; artistId: string }[] }[];
}

interface Row {
  at: string;
  voters: number;
  done: number;
  'requests/s': number;
  'median ms': number;
  'p99 ms': number;
  'picture ms': number;
  unanswered: number;
  '5xx': number;
  refused: string;
  payments: string;
  'oldest open s': number;
  'CPU %': number;
  'memory MB': string;
}

/**
 * Voters as on a real evening, each from the category's page to the receipt, over HTTP; and
 * measurements from outside.
 */
export class Evening {
  readonly #world: World;
  readonly #options: EveningOptions;
  readonly #startedAt = performance.now();
  readonly #refusals = new Map<string, number>();
  #durations: number[] = [];
  #pictureDurations: number[] = [];
  readonly #receiptCodes: string[] = [];
  #arrived = 0;
  #unanswered = 0;
  #cpuMs = 0;
  #rowAt = performance.now();
  /** 5xx responses: from the request to the response, in ms since the evening began. */
  readonly failures: { fromMs: number; toMs: number; what: string }[] = [];
  readonly rows: Row[] = [];
  done = 0;

  constructor(world: World, options: EveningOptions) {
    this.#world = world;
    this.#options = options;
    this.#cpuMs = this.#processes().cpuMs;
  }

  get nowMs(): number {
    return performance.now() - this.#startedAt;
  }

  /** Resolves once every voter is done. */
  async run(): Promise<void> {
    const { voters, seconds } = this.#options;
    const weight = RUSH_FROM + (1 - RUSH_FROM) * RUSH;
    const all = Array.from({ length: voters }, async (_, voter) => {
      // The voter's position in the evening: sparse at first, then ten times as dense.
      const position = ((voter + 0.5) / voters) * weight;
      const part = position < RUSH_FROM ? position : RUSH_FROM + (position - RUSH_FROM) / RUSH;
      await delay(part * seconds * 1_000);
      this.#arrived++;
      await this.#vote(voter);
      this.done++;
    });
    await Promise.all(all);
  }

  async #vote(voter: number): Promise<void> {
    const { chance, categories } = this.#options;
    const category = chance.pick(categories as [(typeof categories)[0]]);
    const { artistId, ...nomination } = chance.pick(
      category.nominations as [(typeof category.nominations)[0]],
    );
    const isImpatient = chance.between(1, 100) <= IMPATIENT_PERCENT;
    const request = this.#browserOf(voter);
    const thinking = () => delay(chance.between(100, 900));

    await request('GET', `/category/${category.id}`);
    if (isImpatient) await request('GET', `/category/${category.id}`);
    await request('HEAD', '/api/config');
    await thinking();
    await request('GET', `/api/nominations/artist/${artistId}`);
    await thinking();

    // Most approve, some decline, some have insufficient funds.
    const ending = chance.pick(['00', '00', '00', '00', '00', '01', '02']);
    const phoneNumber = `2376${70_000_000 + voter * 100 + Number(ending)}`;
    const body = aVoteFor([nomination], { each: chance.between(1, 9), phoneNumber });
    this.#world.chosenVotes.set(phoneNumber, body.nominationVotes);
    for (;;) {
      const headers = { 'Idempotency-Key': randomUUID() };
      const start = () => request('POST', '/api/campay-payment', { body, headers });
      const answers = await Promise.all(isImpatient ? [start(), start()] : [start()]);
      const { status, text } = answers[0]!;
      if (status !== 201) {
        // The provider accepts nothing at the moment: the voter sees a message, and retries.
        if (status !== 422) throw new Error(`a vote was answered ${status}: ${text}`);
        await delay(RETRY_MS * 2);
        continue;
      }
      const { paymentId } = paymentStarted.parse(JSON.parse(text));
      if (isImpatient) await delay(chance.between(500, 3_000));
      const receiptCode = await this.#pollUntilSettled(request, paymentId);
      if (receiptCode === null) return;
      await request('GET', `/api/payment/receipt/${receiptCode}`);
      this.#receiptCodes.push(receiptCode);
      if (chance.between(1, 100) <= SHARING_PERCENT) {
        await request('GET', `/api/payment/receipt/${receiptCode}/picture`);
      }
      return;
    }
  }

  /** Requests the pictures of the first receipts without end, until the signal. */
  async runLaptop(signal: AbortSignal): Promise<void> {
    const headers = { 'X-Forwarded-For': LAPTOP.address };
    let sent = 0;
    const requests = Array.from({ length: LAPTOP.atOnce }, async () => {
      while (!signal.aborted) {
        const codes = this.#receiptCodes.slice(0, LAPTOP.receipts);
        const code = codes[sent++ % Math.max(1, codes.length)];
        const path = `/api/payment/receipt/${code}/picture?lang=${sent % 2 ? 'en' : 'fr'}`;
        const answer =
          code && (await fetch(`${this.#world.server.url}${path}`, { headers }).catch(() => null));
        if (answer) await answer.arrayBuffer().catch(() => null);
        await delay(LAPTOP.pauseMs);
      }
    });
    await Promise.all(requests);
  }

  /**
   * Polls until the outcome is known, or the question appears whether the voter paid, who then
   * leaves.
   */
  async #pollUntilSettled(request: Browser, paymentId: string): Promise<string | null> {
    for (let attempt = 1; attempt <= COUNTED_ATTEMPTS; attempt++) {
      const { text } = await request('GET', `/api/payment/${paymentId}/status`);
      const { status, receiptCode } = paymentState.parse(JSON.parse(text));
      if (status !== 'pending') return receiptCode;
      await delay(waitAfterAttempt(attempt));
    }
    return null;
  }

  /** Repeats requests until there is a response, like a browser with a voter. */
  #browserOf(voter: number): Browser {
    const address = `102.${(voter >> 16) & 255}.${(voter >> 8) & 255}.${voter & 255}`;
    return async (method, path, { body, headers = {} } = {}) => {
      for (;;) {
        const startedAt = performance.now();
        try {
          const response = await fetch(`${this.#world.server.url}${path}`, {
            method,
            headers: {
              'X-Forwarded-For': address,
              'Accept-Language': voter % 2 ? 'fr-CM' : 'en',
              ...(body ? { 'Content-Type': 'application/json' } : {}),
              ...headers,
            },
            signal: AbortSignal.timeout(GIVE_UP_AFTER_MS),
            ...(body ? { body: JSON.stringify(body) } : {}),
          });
          const text = await response.text();
          const durations = path.endsWith('/picture') ? this.#pictureDurations : this.#durations;
          durations.push(performance.now() - startedAt);
          const { status } = response;
          if (status < 400 || status === 422) return { status, text };
          const what = `${status} ${method} ${path.replace(/[\w-]{36}|\b[0-9A-Z]{10}\b/, '…')}`;
          this.#refusals.set(what, (this.#refusals.get(what) ?? 0) + 1);
          if (status < 500) return { status, text };
          this.failures.push({ fromMs: startedAt - this.#startedAt, toMs: this.nowMs, what });
        } catch {
          this.#unanswered++;
        }
        await delay(RETRY_MS);
      }
    };
  }

  /** Adds a row to the timeline about everything since the last one. */
  async recordRow(): Promise<void> {
    const seconds = (performance.now() - this.#rowAt) / 1_000;
    const durations = this.#durations;
    const at = (share: number, of = durations) =>
      Math.round(of.sort((a, b) => a - b)[Math.floor(of.length * share)] ?? 0);
    const { cpuMs, memoryMb } = this.#processes();
    const refused = [...this.#refusals].map(([what, times]) => `${times} × ${what}`).join(', ');
    const failures = this.failures.filter(({ toMs }) => toMs > this.nowMs - seconds * 1_000);
    const { states, oldest } = await this.#payments().catch(() => ({ states: '–', oldest: -1 }));
    this.rows.push({
      at: `${Math.round(this.nowMs / 1_000)} s`,
      voters: this.#arrived,
      done: this.done,
      'requests/s': Math.round(durations.length / seconds),
      'median ms': at(0.5),
      'p99 ms': at(0.99),
      'picture ms': at(0.5, this.#pictureDurations),
      unanswered: this.#unanswered,
      '5xx': failures.length,
      refused,
      payments: states,
      'oldest open s': oldest,
      // The CPU time of a worker is lost with it.
      'CPU %': Math.round(Math.max(0, cpuMs - this.#cpuMs) / seconds / 10),
      'memory MB': memoryMb.join(' + '),
    });
    this.#cpuMs = cpuMs;
    this.#durations = [];
    this.#pictureDurations = [];
    this.#refusals.clear();
    this.#unanswered = 0;
    this.#rowAt = performance.now();
  }

  async #payments(): Promise<{ states: string; oldest: number }> {
    const rows = await this.#world.db
      .select({
        status: payments.status,
        count: sql`count(*)`.mapWith(Number),
        oldest: sql`coalesce(extract(epoch from now() - min(${payments.createdAt})), 0)`.mapWith(
          Number,
        ),
      })
      .from(payments)
      .groupBy(payments.status)
      .orderBy(payments.status);
    return {
      states: rows.map(({ status, count }) => `${count} ${status}`).join(', '),
      oldest: Math.round(rows.find(({ status }) => status === 'pending')?.oldest ?? 0),
    };
  }

  /** CPU time and memory of the server and its workers since their start. Zero without /proc. */
  #processes(): { cpuMs: number; memoryMb: number[] } {
    const { pid } = this.#world.server;
    let cpuMs = 0;
    const memoryMb: number[] = [];
    for (const processId of pid === null ? [] : [pid, ...childrenOf(pid)]) {
      try {
        const stat =
          readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
        cpuMs += (Number(stat[11]) + Number(stat[12])) * TICK_MS;
        memoryMb.push(Math.round((Number(stat[21]) * PAGE_BYTES) / 1024 / 1024));
      } catch {
        // It has just exited.
      }
    }
    return { cpuMs, memoryMb };
  }
}

type Browser = (
  method: string,
  path: string,
  sent?: { body?: object; headers?: Record<string, string> },
) => Promise<{ status: number; text: string }>;

/** Returns child processes as Linux reports them; empty on other systems. */
export function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '))
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}
