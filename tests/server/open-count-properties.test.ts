import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/client';
import { enterAll, verifyOpenCount } from '#server/open-count/index';
import { transit } from '#server/payments/lifecycle/transition';
import type { EventSettings } from '#shared/contracts/event-settings';
import { bytesOf, toBase64, toHex } from '#shared/open-count/bytes';
import { openCheckpoint } from '#shared/open-count/checkpoint';
import { type Entry, readEntry, readOpening } from '#shared/open-count/entry';
import { GrowingTree, leafHash } from '#shared/open-count/merkle';
import { Recount } from '#shared/open-count/recount';
import { bundlesOf, tilePath } from '#shared/open-count/tiles';
import { nominationTotals, type payments } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { logIn } from '../support/log';
import { randomRuns } from '../support/random-runs';

type Rule = EventSettings['results'];
const LIVE: Rule = { policy: 'live', sealedFrom: null, releasesAtClose: false };
const POLICIES: Record<'live' | 'ranks' | 'hidden' | 'sealed', Rule> = {
  live: LIVE,
  ranks: { ...LIVE, policy: 'ranks' },
  hidden: { ...LIVE, policy: 'hidden' },
  sealed: { ...LIVE, policy: 'sealed', sealedFrom: '2020-01-01T00:00:00Z' },
};

interface Row extends Record<string, unknown> {
  index: number;
  entry: string;
  paymentId: string | null;
  kind: string;
  votes: Record<string, number> | null;
  salt: Buffer | null;
}

/** The log, and the data beside it that only the organiser can read. */
async function rowsOf(app: TestApp): Promise<Row[]> {
  const { rows } = await app.db.execute<Row>(sql`
    select index::float8 as index, entry, payment_id as "paymentId", kind, votes_salt as salt,
      (select jsonb_object_agg(nomination_id, vote_count) from payment_votes
       where payment_votes.payment_id = count_entries.payment_id) as votes
    from count_entries order by index`);
  return rows;
}

/** Everything that was ever published of a log, which it must stay consistent with. */
class Witness {
  readonly #app: TestApp;
  /** Roots by size. */
  readonly #roots = new Map<number, string>();

  constructor(app: TestApp) {
    this.#app = app;
  }

  /** Reads the public checkpoint, and stores it. */
  async check(): Promise<void> {
    const answer = await fetch(`${this.#app.url}/count/checkpoint`);
    if (answer.status === 404) return;
    const keys = this.#app.config.ledgerSigners.map(({ key }) => key);
    const { size, root } = await openCheckpoint(await answer.text(), keys);
    const before = this.#roots.get(size) ?? toHex(root);
    expect(toHex(root), `two trees of ${size} entries`).toBe(before);
    this.#roots.set(size, before);
  }

  /**
   * Expects that the log has no gap, contains every checkpoint that was ever public, enters each
   * payment once and withdraws nothing before it is counted, and together with waiting votes equals
   * the totals.
   */
  async judge(): Promise<void> {
    await this.check();
    const rows = await rowsOf(this.#app);
    const tree = new GrowingTree();
    const entered = new Map<string, number>();
    for (const [place, row] of rows.entries()) {
      expect(row.index).toBe(place);
      tree.append(leafHash(bytesOf(row.entry)));
      const shown = this.#roots.get(place + 1);
      if (shown) expect(toHex(tree.root()), `the tree of ${place + 1} entries`).toBe(shown);
      if (row.paymentId === null) continue;
      const entryKey = `${row.kind} ${row.paymentId}`;
      expect(entered.has(entryKey), `${entryKey} stands twice`).toBe(false);
      entered.set(entryKey, place);
      if (row.kind === 'take-back') {
        const { entry } = readEntry(bytesOf(row.entry)) as Extract<Entry, { kind: 'take-back' }>;
        expect(entry).toBe(entered.get(`count ${row.paymentId}`));
      }
    }
    expect(Math.max(0, ...this.#roots.keys())).toBeLessThanOrEqual(rows.length);
    expect(await verifyOpenCount(this.#app.db)).toEqual([]);
  }
}

/**
 * Expects that the log alone, with all its seals opened, equals the totals, and no vote is waiting.
 */
async function expectTotals(app: TestApp): Promise<void> {
  const rows = await rowsOf(app);
  const recount = new Recount();
  for (const { entry } of rows) recount.add(bytesOf(entry));
  for (const { index, salt, votes } of rows) {
    if (salt) recount.open({ entry: index, salt: toBase64(salt), votes: votes ?? {} });
  }
  const { votes, faults, payments, takenBack, sealed } = recount.result();
  expect({ faults, sealed }).toEqual({ faults: [], sealed: 0 });
  for (const { nominationId, votes: total } of await app.db.select().from(nominationTotals)) {
    expect(votes.get(nominationId) ?? 0, nominationId).toBe(total);
  }
  const all = await app.given.payments();
  const counted = all.filter(({ completedAt }) => completedAt !== null);
  expect(payments).toBe(counted.length);
  expect(takenBack).toBe(counted.filter(({ status }) => status === 'failed').length);
}

interface SlowPayment {
  id: string;
  commit(): Promise<void>;
}

/** Counts a payment in a transaction that stays open until `commit` is called. */
async function countSlowly({ db }: TestApp, payment: typeof payments.$inferSelect) {
  const { id, amount: amountMinor, currency } = payment;
  const report = {
    outcome: 'paid',
    money: { amountMinor, currency },
    providerRef: id,
    evidence: {},
  } as const;
  return new Promise<SlowPayment>((resolve, reject) => {
    const done = db.transaction(async (tx) => {
      await transit(tx, id, report, { source: 'reconcile' });
      await new Promise<void>((mayCommit) => {
        const commit = () => {
          mayCommit();
          return done;
        };
        resolve({ id, commit });
      });
    });
    done.catch(reject);
  });
}

type Step =
  | { do: 'pay'; votes: number; whom: number; isCard: boolean }
  | { do: 'pay-at-once'; people: number }
  | { do: 'pay-slowly' }
  | { do: 'commit' }
  | { do: 'refund'; which: number }
  | { do: 'refund-at-once' }
  | { do: 'policy'; policy: keyof typeof POLICIES }
  | { do: 'rename' }
  | { do: 'enter'; times: number };

const only = <T extends string>(name: T) => fc.constant({ do: name });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      votes: fc.integer({ min: 1, max: 20 }),
      whom: fc.nat(2),
      isCard: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pay-at-once' as const),
      people: fc.integer({ min: 2, max: 5 }),
    }),
  },
  { weight: 2, arbitrary: only('pay-slowly' as const) },
  { weight: 2, arbitrary: only('commit' as const) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('refund' as const), which: fc.nat(9) }),
  },
  { weight: 1, arbitrary: only('refund-at-once' as const) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('policy' as const),
      policy: fc.constantFrom('live', 'ranks', 'hidden', 'sealed' as const),
    }),
  },
  { weight: 1, arbitrary: only('rename' as const) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('enter' as const),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
);

describe('over payments of any kind', () => {
  let app: TestApp;
  let witness: Witness;
  let artist: Awaited<ReturnType<TestApp['given']['artist']>>;
  beforeAll(async () => {
    app = await startTestApp();
    witness = new Witness(app);
    artist = await app.given.artist({ nominatedIn: 3 });
  });
  afterAll(() => app?.close());

  test('the log equals the totals after each step', async () => {
    let renamed = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async (steps) => {
        const standing: string[] = [];
        const slow: SlowPayment[] = [];
        const pay = async (votes: number, whom: number, isCard = false) => {
          const price = isCard ? { provider: 'stripe', currency: 'USD' as const } : {};
          const values = { each: votes, ...price };
          const { id } = await app.given.completedPayment([artist.nominations[whom]!], values);
          standing.push(id);
        };
        for (const step of steps) {
          if (step.do === 'pay') await pay(step.votes, step.whom, step.isCard);
          if (step.do === 'pay-at-once') {
            await Promise.all(
              Array.from({ length: step.people }, (_none, at) => pay(1 + at, at % 3)),
            );
          }
          if (step.do === 'pay-slowly') {
            // For another artist, whose total has no waiting lock.
            const { nominations } = await app.given.artist();
            const payment = await app.given.pendingPayment(nominations);
            slow.push(await countSlowly(app, payment));
          }
          if (step.do === 'commit') {
            // The last one first: neither its time nor its place in the queue is that of its
            // commit.
            const payment = slow.pop();
            await payment?.commit();
            if (payment) standing.push(payment.id);
          }
          if (step.do === 'refund' && standing.length > 0) {
            const [id] = standing.splice(step.which % standing.length, 1);
            await app.given.refunded(id!);
          }
          if (step.do === 'refund-at-once') {
            await Promise.all(standing.splice(0, 4).map((id) => app.given.refunded(id)));
          }
          if (step.do === 'policy') await app.setEvent({ results: POLICIES[step.policy] });
          if (step.do === 'rename') await app.given.renamedArtist(artist, `Name ${++renamed}`);
          if (step.do === 'enter') for (let i = 0; i < step.times; i++) await app.entered();
          await witness.judge();
        }
        for (const { commit } of slow) await commit();
        await app.entered();
        await witness.judge();
        await expectTotals(app);
      }),
      { numRuns: randomRuns(12), seed: 1, endOnFailure: true },
    );
  });
});

type Strike = 'before' | 'after' | 'connection';

type Run = () => Promise<unknown>;
type Act = (run: Run, client: PoolClient) => Promise<unknown>;

/** A sequencer process of which we observe every statement. */
function sequencerOf(app: TestApp) {
  const handle = openDatabase(app.databaseUrl);
  const { pool } = handle;
  let onStatement: Act | null = null;
  const watched = new WeakSet<PoolClient>();
  const busy = new WeakSet<PoolClient>();
  const connect: () => Promise<PoolClient> = pool.connect.bind(pool);
  const open = async () => {
    const client = await connect();
    if (watched.has(client)) return client;
    watched.add(client);
    const query: (...args: unknown[]) => Promise<unknown> = client.query.bind(client);
    return Object.assign(client, {
      query(...args: unknown[]) {
        // pg will forbid this in future, and logs a warning until then.
        if (busy.has(client)) throw new Error('two statements at once on one connection');
        busy.add(client);
        const run = () => query(...args);
        return (onStatement?.(run, client) ?? run()).finally(() => busy.delete(client));
      },
    });
  };
  Object.assign(pool, {
    connect: open,
    async query(...args: unknown[]) {
      const client = await open();
      try {
        return await Reflect.apply(client.query, client, args);
      } finally {
        client.release();
      }
    },
  });
  const enter = () => enterAll(logIn(handle.db, app.config.ledgerSigners));
  return {
    enter,
    /** Calls a function before, after or instead of the nth statement, if there is one. */
    async enterUntil(nth: number, act: Act): Promise<void> {
      let statements = 0;
      onStatement = (run, client) => (++statements === nth ? act(run, client) : run());
      try {
        await enter();
      } finally {
        onStatement = null;
      }
    },
    close: () => handle.close(),
  };
}

class Struck extends Error {}

describe('with failures at any point', () => {
  let app: TestApp;
  let witness: Witness;
  let artist: Awaited<ReturnType<TestApp['given']['artist']>>;
  beforeAll(async () => {
    app = await startTestApp();
    witness = new Witness(app);
    artist = await app.given.artist({ nominatedIn: 2 });
    // So that a round also completes a tile.
    for (let i = 0; i < 250; i++) await app.given.completedPayment(artist.nominations.slice(0, 1));
    await app.entered();
  });
  afterAll(() => app?.close());

  test.each<[string, Strike]>([
    ['dies before', 'before'],
    ['dies after', 'after'],
    ['loses its connection at', 'connection'],
  ])(
    'a sequencer that %s any of its statements loses and duplicates nothing',
    async (_what, how) => {
      for (let nth = 1; ; nth++) {
        // Everything that a round can do: count openly and sealed, withdraw, open seals, name.
        await app.setEvent({ results: POLICIES.hidden });
        await app.given.completedPayment(artist.nominations, { each: 1 });
        const refundedPayment = await app.given.completedPayment(artist.nominations, { each: 2 });
        await app.entered();
        await app.setEvent({ results: LIVE });
        await app.given.refunded(refundedPayment.id);
        await app.given.completedPayment(artist.nominations, { each: 3 });
        await app.given.renamedArtist(artist, `Name ${how} ${nth}`);

        const failing = sequencerOf(app);
        let isStruck = false;
        const round = failing.enterUntil(nth, async (run, client) => {
          isStruck = true;
          if (how === 'after') await run();
          if (how === 'connection') {
            const { processID } = client as unknown as { processID: number };
            await app.db.execute(sql`select pg_terminate_backend(${processID}, 10000)`);
            return run();
          }
          throw new Struck(`at statement ${nth}`);
        });
        await round.catch((error: unknown) => {
          if (!isStruck) throw error;
        });
        await witness.judge();
        await failing.close();

        await app.entered();
        await witness.judge();
        if (!isStruck) {
          expect(nth, 'statements of a round').toBeGreaterThan(12);
          break;
        }
      }
      await expectTotals(app);
    },
  );

  test('two sequencers at once, while people pay, write one log', async () => {
    const sequencers = [sequencerOf(app), sequencerOf(app)];
    let isPaying = true;
    const entering = sequencers.map(async ({ enter }) => {
      while (isPaying) {
        await enter();
        await witness.check();
      }
    });
    await Promise.all(
      [0, 1, 2, 3].map(async (person) => {
        for (let i = 0; i < 12; i++) {
          const voted = [artist.nominations[person % 2]!];
          const { id } = await app.given.completedPayment(voted, { each: person + 1 });
          if (i % 3 === 0) await app.given.refunded(id);
        }
      }),
    );
    isPaying = false;
    await Promise.all(entering);
    await Promise.all(sequencers.flatMap(({ enter }) => [enter(), enter()]));
    await witness.judge();
    await Promise.all(sequencers.map(({ close }) => close()));
    await app.entered();
    await witness.judge();
    await expectTotals(app);
  });

  test('votes of a payment that is counted once results are hidden are in no entry', async () => {
    // Results are hidden at the nth statement, whatever the sequencer has read by then.
    for (let nth = 1; ; nth++) {
      await app.setEvent({ results: LIVE });
      await app.given.completedPayment(artist.nominations, { each: 1 });
      const sequencer = sequencerOf(app);
      let hidden: string | null = null;
      await sequencer.enterUntil(nth, async (run) => {
        await app.setEvent({ results: POLICIES.hidden });
        hidden = (await app.given.completedPayment(artist.nominations, { each: 5 })).id;
        return run();
      });
      await sequencer.close();
      if (hidden === null) break;
      await app.entered();
      const row = (await rowsOf(app)).find(({ paymentId }) => paymentId === hidden);
      expect(readEntry(bytesOf(row!.entry)), `at statement ${nth}`).toHaveProperty('sealed');
      expect(row!.entry).not.toContain('votes');
    }
    await witness.judge();
  });
});

/** The same ids in each world. */
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const NOMINATIONS = [id(301), id(302), id(303)] as const;

async function createInstallation() {
  const app = await startTestApp();
  const category = await app.given.category({ id: id(1), name: 'Song' });
  for (const [at, nomination] of NOMINATIONS.entries()) {
    const { id: artistId } = await app.given.artist({
      id: id(201 + at),
      name: `Artist ${at}`,
      nominatedIn: 0,
    });
    await app.given.nomination(artistId, category.id, { id: nomination });
  }
  return app;
}

/** Everything the public can read of a log, without random values and times. */
async function publicOf(app: TestApp) {
  const rows = await rowsOf(app);
  const get = async (path: string) => {
    const answer = await fetch(`${app.url}${path}`);
    return { status: answer.status, text: answer.ok ? await answer.text() : '' };
  };
  const openings = await Promise.all(
    bundlesOf(0, rows.length, 'openings').map((tile) => get(`/count/${tilePath(tile)}`)),
  );
  const { text } = await get('/api/count');
  const { keys: _keys, head } = JSON.parse(text);
  return {
    entries: rows.map(({ entry }) => ({
      ...JSON.parse(entry),
      minute: null,
      commitment: null,
      ...('sealed' in JSON.parse(entry) ? { sealed: null } : {}),
    })),
    openings,
    head: { ...head, signedAt: null },
  };
}

describe('while the votes are not public', () => {
  let worlds: [TestApp, TestApp];
  beforeAll(async () => {
    worlds = [await createInstallation(), await createInstallation()];
  });
  afterAll(() => Promise.all((worlds ?? []).map((app) => app.close())));

  test.each(['hidden', 'ranks', 'sealed'] as const)(
    'logs of equal payments for other nominees differ only in random values: %s',
    async (policy) => {
      const votes = [
        [
          [0, 3],
          [0, 2],
          [1, 4],
          [0, 1],
        ],
        [
          [1, 3],
          [2, 2],
          [2, 4],
          [1, 1],
        ],
      ] as const;
      for (const [world, app] of worlds.entries()) {
        await app.setEvent({ results: POLICIES[policy] });
        const paidIds: string[] = [];
        for (const [whom, each] of votes[world]!) {
          const voted = [{ id: NOMINATIONS[whom] }];
          paidIds.push((await app.given.completedPayment(voted, { each })).id);
          await app.entered();
        }
        await app.given.refunded(paidIds[2]!);
        await app.entered();
      }
      const [firstPublic, secondPublic] = await Promise.all(worlds.map(publicOf));
      expect(firstPublic).toEqual(secondPublic);
      expect(firstPublic!.entries.filter(({ sealed }) => sealed === null).length).toBeGreaterThan(
        0,
      );
      for (const app of worlds) {
        const rows = await rowsOf(app);
        const sealed = rows.filter(({ salt }) => salt !== null);
        expect(new Set(sealed.map(({ salt }) => toHex(salt!))).size).toBe(sealed.length);
        for (const { entry } of sealed) expect(entry).not.toMatch(/votes|00000000-0000/);
      }
    },
  );

  test('after publication, each opens to the votes that were paid for', async () => {
    const opened: number[][] = [];
    for (const app of worlds) {
      await app.setEvent({ results: LIVE });
      await app.entered();
      const recount = new Recount();
      for (const { entry } of await rowsOf(app)) recount.add(bytesOf(entry));
      for (const tile of recount.bundlesToOpen()) {
        const answer = await fetch(`${app.url}/count/${tilePath(tile)}`);
        expect(answer.status).toBe(200);
        for (const line of (await answer.text()).split('\n').filter(Boolean)) {
          recount.open(readOpening(line)!);
        }
      }
      const { votes, sealed, faults } = recount.result();
      expect({ sealed, faults }).toEqual({ sealed: 0, faults: [] });
      for (const nomination of NOMINATIONS) {
        expect(votes.get(nomination) ?? 0).toBe(await app.given.votesOf({ id: nomination }));
      }
      opened.push(NOMINATIONS.map((nomination) => votes.get(nomination) ?? 0));
    }
    expect(opened[0]).not.toEqual(opened[1]);
  });
});
