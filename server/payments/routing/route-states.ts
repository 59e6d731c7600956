import { and, eq, getTableColumns, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import { fromNow } from '#server/db/lease-rows';
import type { Logger } from '#server/platform/logger';
import { SingleFlight } from '#server/platform/single-flight';
import { isWalletOperator, type MobileOperator, type WalletOperator } from '#shared/domain/phone';
import { providerRoutes } from '#shared/schema';
import type { Acceptance, MobileMoneyProvider } from '../providers/provider';
import { type Judgement, RequestRecord, WELL, WINDOW_MS } from './request-record';

/**
 * Why a payment goes to a provider. `trial`: the provider was down and responds again, and this
 * payment alone tries it. `last-resort`: all providers are down, and this is the first choice.
 */
export type RouteKind = 'usual' | 'trial' | 'last-resort';

/** State of a provider for one operator, as stored. */
export type StoredRoute = typeof providerRoutes.$inferSelect & {
  /** When it was read, by PostgreSQL's clock. */
  readAt: Date;
};

/** Pause between two probes of a provider, in ms. */
export const PROBE_EVERY_MS = { whileUp: 60_000, whileDown: 10_000 };
/**
 * Longest time a payment may try a provider that was down, in ms: its wait in the queue, the request
 * and a repeat of it.
 */
const TRIAL_MS = 40_000;

type Named = Pick<MobileMoneyProvider, 'name' | 'operators'>;

/**
 * States of all providers by operator: shared by all processes through the database, and copied
 * here, because every new payment needs them.
 */
export class RouteStates {
  readonly #db: Database;
  readonly #logger: Logger;
  readonly #names: readonly string[];
  readonly #records = new Map<string, RequestRecord>();
  /** When each provider last answered this process, by the monotonic clock. */
  readonly #answeredAt = new Map<string, number>();
  /** Shares one probe of a provider among the payments that wait for it. */
  readonly probing = new SingleFlight<boolean>();
  #stored: ReadonlyMap<string, StoredRoute> = new Map();
  /** Reads and writes follow each other, so that an older result never replaces a newer one. */
  #work: Promise<unknown> = Promise.resolve();

  /** @param names of the providers that take new payments; no others are judged */
  constructor(db: Database, names: readonly string[], logger: Logger) {
    this.#db = db;
    this.#names = names;
    this.#logger = logger;
  }

  /** Reads the states that other processes have written. */
  reload(): Promise<void> {
    return this.#inTurn(() => this.#read());
  }

  /** @returns undefined for a provider that was never probed and never failed */
  stored(provider: string, operator: WalletOperator): StoredRoute | undefined {
    return this.#stored.get(keyOf(provider, operator));
  }

  /** Notes that a provider has answered this process. */
  noteAnswer(name: string): void {
    this.#answeredAt.set(name, performance.now());
  }

  /** Returns the time since a provider last answered this process, in ms. */
  msSinceAnswer(name: string): number {
    return performance.now() - (this.#answeredAt.get(name) ?? Number.NEGATIVE_INFINITY);
  }

  get isAnyDown(): boolean {
    return [...this.#stored.values()].some(({ state }) => state === 'down');
  }

  /** @param now by PostgreSQL's clock */
  isProbeDue({ name, operators }: Named, now: Date): boolean {
    return operators.some((operator) => {
      const route = this.stored(name, operator);
      return !route || route.nextProbeAt <= now;
    });
  }

  /** Returns whether new payments may go to a provider. */
  availability({ name, operators }: Named, operator: MobileOperator): 'up' | 'ready' | 'down' {
    const served = isWalletOperator(operator) ? [operator] : operators;
    const routes = served.map((each) => this.stored(name, each));
    if (routes.some((route) => route?.state !== 'down')) return 'up';
    return routes.some((route) => route?.isReady) ? 'ready' : 'down';
  }

  /**
   * Judges a provider by the result of a request for payment. If the number's operator is unknown,
   * the result counts for all operators of the provider.
   * @param ms duration of the request
   */
  async noteRequest(
    { name, operators }: Named,
    operator: MobileOperator,
    { acceptance, ms, kind }: { acceptance: Acceptance; ms: number; kind: RouteKind },
  ): Promise<void> {
    const judged = isWalletOperator(operator) ? [operator] : operators;
    // The breaker refused it on its own: that says nothing new about the provider.
    if (acceptance.evidence.trouble === 'circuit-open') {
      return kind === 'trial' ? this.endTrial(name, operator, { isFailed: false }) : undefined;
    }
    const isFailed = isFailure(acceptance);
    if (!isFailed) this.noteAnswer(name);
    if (kind !== 'usual') {
      for (const each of judged) this.#recordOf(name, each).clear();
      if (!isFailed) return this.#write(name, judged, WELL, { endsDown: true });
      return kind === 'trial' ? this.endTrial(name, operator, { isFailed }) : undefined;
    }
    for (const each of judged) {
      await this.#write(name, [each], this.#recordOf(name, each).note(ms, isFailed));
      const route = this.stored(name, each);
      if (!isFailed && route?.state === 'down' && route.isReady) await this.#endDown(name, [route]);
    }
  }

  async #endDown(name: string, routes: readonly StoredRoute[]): Promise<void> {
    const operators = routes.map(({ operator }) => operator);
    if (operators.length > 0) await this.#write(name, operators, WELL, { endsDown: true });
  }

  #recordOf(name: string, operator: WalletOperator): RequestRecord {
    const key = keyOf(name, operator);
    const record = this.#records.get(key) ?? new RequestRecord();
    this.#records.set(key, record);
    return record;
  }

  /** Notes what a probe, the circuit breaker or the provider itself says. */
  note(name: string, operators: readonly WalletOperator[], judgement: Judgement): Promise<void> {
    return this.#write(name, operators, judgement);
  }

  /**
   * Notes that a provider responds again. If its requests for payment failed in the last minutes,
   * one payment tries it first.
   */
  async noteResponding(name: string, operators: readonly WalletOperator[]): Promise<void> {
    const down = operators.flatMap((operator) => {
      const route = this.stored(name, operator);
      return route?.state === 'down' ? [route] : [];
    });
    const hasToBeTried = ({ reason, since, readAt }: StoredRoute) =>
      reason === 'failed-requests' && readAt.getTime() - since.getTime() < WINDOW_MS;
    const over = down.filter((route) => !hasToBeTried(route));
    await this.#endDown(name, over);
    const failed = down.filter(hasToBeTried).map(({ operator }) => operator);
    if (failed.length === 0) return;
    await this.#inTurn(async () => {
      await this.#db
        .update(providerRoutes)
        .set({ isReady: true })
        .where(
          and(
            eq(providerRoutes.provider, name),
            inArray(providerRoutes.operator, failed),
            eq(providerRoutes.state, 'down'),
            eq(providerRoutes.isReady, false),
          ),
        );
      await this.#read();
    });
  }

  /**
   * Claims the one payment that tries a provider that was down, among all processes.
   * @returns false when another payment is trying it
   */
  async claimTrial(name: string, operator: MobileOperator): Promise<boolean> {
    const claimed = await this.#db
      .update(providerRoutes)
      .set({ triedUntil: fromNow(TRIAL_MS) })
      .where(
        and(
          isRoute(name, operator),
          eq(providerRoutes.state, 'down'),
          providerRoutes.isReady,
          or(isNull(providerRoutes.triedUntil), lte(providerRoutes.triedUntil, sql`now()`)),
        ),
      )
      .returning({ name: providerRoutes.provider });
    return claimed.length > 0;
  }

  /** Ends a trial that was not made, or has failed: then the provider is probed again first. */
  async endTrial(
    name: string,
    operator: MobileOperator,
    { isFailed }: { isFailed: boolean },
  ): Promise<void> {
    await this.#inTurn(async () => {
      const failed = { isReady: false, nextProbeAt: fromNow(PROBE_EVERY_MS.whileDown) };
      await this.#db
        .update(providerRoutes)
        .set({ triedUntil: null, ...(isFailed && failed) })
        .where(isRoute(name, operator));
      if (isFailed) await this.#read();
    });
  }

  /**
   * Claims the next probe of a provider among all processes.
   * @returns false when another process has claimed it
   */
  async claimProbe({ name, operators }: Named): Promise<boolean> {
    const missing = operators.filter((operator) => !this.stored(name, operator));
    if (missing.length > 0) {
      await this.#db
        .insert(providerRoutes)
        .values(missing.map((operator) => ({ provider: name, operator })))
        .onConflictDoNothing();
    }
    const everyMs = sql`case when ${providerRoutes.state} = 'down'
      then ${PROBE_EVERY_MS.whileDown}::int else ${PROBE_EVERY_MS.whileUp}::int end`;
    const due = await this.#db
      .update(providerRoutes)
      .set({ nextProbeAt: sql`now() + ${everyMs} * interval '1 millisecond'` })
      .where(
        and(
          eq(providerRoutes.provider, name),
          inArray(providerRoutes.operator, [...operators]),
          lte(providerRoutes.nextProbeAt, sql`now()`),
        ),
      )
      .returning({ operator: providerRoutes.operator });
    return due.length > 0;
  }

  /** @param endsDown false: a provider that is down stays down */
  async #write(
    name: string,
    operators: readonly WalletOperator[],
    judgement: Judgement,
    { endsDown = false }: { endsDown?: boolean } = {},
  ): Promise<void> {
    // A former provider's checks may fail too, but nobody probes it any more.
    if (!this.#names.includes(name)) return;
    const { state, reason } = judgement;
    const isNews = (operator: WalletOperator) => {
      const known = this.stored(name, operator);
      if (known?.state === 'down' && state !== 'down' && !endsDown) return false;
      // Failed requests are the stronger reason: a payment has to try the provider first.
      if (known?.reason === 'failed-requests' && reason === 'no-response') return false;
      return (known?.state ?? 'well') !== state || (known?.reason ?? null) !== reason;
    };
    const changed = operators.filter(isNews);
    if (changed.length === 0) return;
    const since = sql`now()`;
    const nextProbeAt = fromNow(PROBE_EVERY_MS[state === 'down' ? 'whileDown' : 'whileUp']);
    const set = { state, reason, since, isReady: false, triedUntil: null, nextProbeAt };
    await this.#inTurn(async () => {
      const written = await this.#db
        .insert(providerRoutes)
        .values(changed.map((operator) => ({ provider: name, operator, ...set })))
        .onConflictDoUpdate({
          target: [providerRoutes.provider, providerRoutes.operator],
          set,
          setWhere: sql`(${providerRoutes.state}, ${providerRoutes.reason}) is distinct from (${state}::text, ${reason}::text)
            and (${endsDown || state === 'down'} or ${providerRoutes.state} <> 'down')`,
        })
        .returning({ operator: providerRoutes.operator });
      for (const { operator } of written) this.#report(name, operator, judgement);
      await this.#read();
    });
  }

  #report(provider: string, operator: WalletOperator, { state, reason }: Judgement): void {
    const about = { provider, operator, state, reason };
    if (state === 'down') {
      this.#logger.warn({ ...about, alarm: 'provider-down' }, 'a provider takes no new payments');
    } else {
      this.#logger.info(about, 'the state of a provider has changed');
    }
  }

  async #read(): Promise<void> {
    const readAt = sql`now()`.mapWith(providerRoutes.since);
    const rows = await this.#db
      .select({ ...getTableColumns(providerRoutes), readAt })
      .from(providerRoutes)
      .where(inArray(providerRoutes.provider, [...this.#names]));
    const before = this.#stored;
    this.#stored = new Map(rows.map((row) => [keyOf(row.provider, row.operator), row]));
    for (const [key, row] of this.#stored) {
      if (before.get(key)?.state === 'down' && row.state !== 'down')
        this.#records.get(key)?.clear();
    }
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#work.then(work);
    this.#work = result.catch(() => undefined);
    return result;
  }
}

const keyOf = (provider: string, operator: WalletOperator): string => `${provider} ${operator}`;

/** The rows of a provider for an operator: all of them if the operator is unknown. */
const isRoute = (name: string, operator: MobileOperator) =>
  and(
    eq(providerRoutes.provider, name),
    isWalletOperator(operator) ? eq(providerRoutes.operator, operator) : undefined,
  );

/** True when a request failed for a reason that no payer has caused. */
const isFailure = (acceptance: Acceptance): boolean =>
  acceptance.outcome === 'unknown' ||
  (acceptance.outcome === 'refused' &&
    acceptance.reason === 'unavailable' &&
    !acceptance.isAboutPayer);
