import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fault } from '#sandbox/faults';
import { editions, payments, providerRoutes, rateLimits } from '#shared/schema';
import { logFault } from './support/injected';
import { expectEverythingAddsUp } from './support/invariants';
import { CAMPAY, FAPSHI, MTN_MOMO, type Provider } from './support/mobile-money';
import { randomChoices } from './support/random';
import { aMobileMoneyVote, paymentIdIn, poll, sendUntilAnswered } from './support/voter';
import { createWorld, type World } from './support/world';

const PROVIDERS = [CAMPAY, FAPSHI, MTN_MOMO] as const;
/** Each provider is the first choice of some numbers. */
const ROUTING = {
  mtn: { order: ['mtn-momo', 'campay', 'fapshi'], fixed: null },
  orange: { order: ['fapshi', 'campay'], fixed: null },
};
/** Of MTN, of Orange, and of whom nobody knows. */
const PREFIXES = ['67', '69', '684'] as const;
/** Automatic, by the last digits: pays, pays without a webhook, pays before the answer. */
const ENDINGS = ['00', '00', '04', '06'] as const;
const VOTERS_AT_ONCE = 6;
/** Outages of each provider. */
const OUTAGES = 2;

let world: World;
beforeAll(async () => {
  world = await createWorld({ together: PROVIDERS, servers: 2 });
  const routing = JSON.stringify({ routing: ROUTING });
  const settings = sql`${editions.settings} || ${routing}::jsonb`;
  await world.db.update(editions).set({ settings, version: sql`version + 1` });
});
afterAll(() => world?.close());

interface Failing {
  configure(changes: { isUnreachable: boolean }): void;
  failNext(endpoint: string, fault: Fault, times: number): void;
  faults: { reset(): void };
}

function failing({ name }: Provider): { sandbox: Failing; request: string } {
  const { campay, fapshi, mtnMomo, pawapay } = world.sandbox;
  switch (name) {
    case 'campay':
      return { sandbox: campay as Failing, request: 'collect' };
    case 'fapshi':
      return { sandbox: fapshi as Failing, request: 'direct-pay' };
    case 'mtn-momo':
      return { sandbox: mtnMomo as Failing, request: 'requesttopay' };
    case 'pawapay':
      return { sandbox: pawapay as Failing, request: 'deposits' };
  }
}

/** Ways in which a provider goes down. With `takesEffect` the phone rings nevertheless. */
const WAYS: readonly [string, ...string[]] = ['cut', 'gateway', 'lost', 'none'];
const FAULTS: Readonly<Record<string, Fault>> = {
  cut: { kind: 'cut' },
  gateway: { kind: 'html', status: 502 },
  lost: { kind: 'cut', takesEffect: true },
};

/** True while a provider is down for an operator, and no payment may try it. */
async function isOut({ name }: Provider): Promise<boolean> {
  const rows = await world.db.select().from(providerRoutes);
  return rows.some(
    ({ provider, state, isReady }) => provider === name && state === 'down' && !isReady,
  );
}

test('votes add up after each of three providers went down twice', {
  timeout: 600_000,
}, async () => {
  const { between, pick } = randomChoices();
  const artists = [
    await world.given.artist({ nominatedIn: 1 }),
    await world.given.artist({ nominatedIn: 2 }),
  ] as const;
  let numbers = 0;
  let isOver = false;
  const outcomes = new Map<string, number>();

  async function vote(): Promise<void> {
    // All voters share one address, whose limits have tests of their own.
    if (numbers % 50 === 0) await world.db.delete(rateLimits);
    const prefix = pick(PREFIXES);
    const middle = String(++numbers).padStart(7 - prefix.length, '0');
    const phoneNumber = `237${prefix}${middle}${pick(ENDINGS)}`;
    const { nominations } = pick(artists);
    const sent = aMobileMoneyVote(world, nominations, { each: between(1, 9), phoneNumber });
    const answer = await sendUntilAnswered(
      () => pick([world.servers[0]!, world.servers[1]!]),
      sent,
    );
    const { code = 'started' } = answer.body as { code?: string };
    outcomes.set(code, (outcomes.get(code) ?? 0) + 1);
    // Started, or certainly refused: never a prompt that we do not know of.
    expect(['started', 'unavailable']).toContain(code);
    if (answer.status === 201) await poll(world.server, paymentIdIn(answer));
    await delay(between(200, 900));
  }

  const voting = Promise.all(
    Array.from({ length: VOTERS_AT_ONCE }, async () => {
      while (!isOver) await vote();
    }),
  );
  const broken = breakProviders(pick).finally(() => {
    isOver = true;
  });
  await Promise.all([broken, voting]);

  const takers = new Set((await world.db.select().from(payments)).map(({ provider }) => provider));
  expect([...takers].sort()).toEqual(PROVIDERS.map(({ name }) => name).sort());
  logFault(`${OUTAGES} outages of each provider under ${numbers} payments`);
  expect(outcomes.get('started')).toBeGreaterThan(numbers / 2);
  await expectEverythingAddsUp(world);
  expect(world.wallets.moneyTaken()).toBeGreaterThan(0);
});

/** Takes down one provider after the other, and waits until all take payments again. */
async function breakProviders(pick: ReturnType<typeof randomChoices>['pick']): Promise<void> {
  for (let outage = 1; outage <= OUTAGES; outage++) {
    for (const provider of PROVIDERS) {
      const way = pick(WAYS);
      const { sandbox, request } = failing(provider);
      logFault(`outage ${outage} of ${provider.name}: ${way}`);
      const fault = FAULTS[way];
      if (fault) sandbox.failNext(request, fault, Number.POSITIVE_INFINITY);
      else sandbox.configure({ isUnreachable: true });
      const brokenAt = performance.now();
      await expect.poll(() => isOut(provider), PATIENT).toBe(true);
      logFault(`noticed after ${((performance.now() - brokenAt) / 1_000).toFixed(1)} s`);
      sandbox.configure({ isUnreachable: false });
      sandbox.faults.reset();
    }
    // Each responds again, and is taken back or waits for a payment that tries it.
    for (const provider of PROVIDERS) {
      await expect.poll(() => isOut(provider), PATIENT).toBe(false);
    }
  }
}

const PATIENT = { timeout: 120_000, interval: 200 };
