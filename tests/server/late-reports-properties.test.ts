import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fault } from '#sandbox/faults';
import { verifyLedger } from '#server/payments/index';
import { startMobileMoneyPayment } from '#server/payments/mobile-money/start-mobile-money-payment';
import { mobileMoneyPayment } from '#shared/contracts/payments';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoter, CARDS, intentOf } from '../support/card-voter';
import { aVoteFor } from '../support/given';
import { letTimePass } from '../support/passing-time';
import { UNKNOWN_CALLER } from '../support/prompt-requester';
import { randomRuns } from '../support/random-runs';

/**
 * Random weeks: records change at the providers in both directions, webhooks are lost, forged and
 * repeated, checks get no response. When nothing has happened for a while, our books must equal the
 * providers'.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Longer than any settled payment is still checked. */
const SILENCE_MS = 9 * DAY;

let app: TestApp;
let nominations: { id: string }[];
beforeAll(async () => {
  app = await startTestApp({ hasClock: true });
  ({ nominations } = await app.given.artist({ nominatedIn: 2 }));
});
afterAll(() => app.close());

const WALLETS = ['campay', 'fapshi', 'mtn-momo', 'pawapay'] as const;
type Name = (typeof WALLETS)[number];

type Step =
  | { do: 'approve' | 'decline' | 'flip' | 'notify' | 'forge'; which: number }
  | { do: 'fail-checks'; times: number }
  | { do: 'wait'; ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('approve', 'decline', 'flip', 'flip', 'notify', 'forge' as const),
      which: fc.nat(WALLETS.length),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('fail-checks' as const),
      times: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(2 * SECOND, 40 * SECOND, 7 * MINUTE, 2 * HOUR, 11 * HOUR),
    }),
  },
);

/** A payment, and how its provider's record is changed and read. */
interface TestPayment {
  paymentId: string;
  approve(): Promise<unknown>;
  decline(): Promise<unknown>;
  flip(): Promise<unknown>;
  /** The current state, as a webhook reports it. */
  notify(): Promise<unknown>;
  forge(): Promise<unknown>;
  isPaid(): boolean;
}

const SERVER_ERROR: Fault = { kind: 'answer', status: 500, body: { message: 'Oops' } };

const walletOf = (name: Name) =>
  ({
    campay: app.campay,
    fapshi: app.fapshi,
    'mtn-momo': app.mtnMomo,
    pawapay: app.pawapay,
  })[name];

async function byMobileMoney(name: Name): Promise<TestPayment> {
  const { mobileMoney, formerMobileMoney } = app.context;
  const provider = [...mobileMoney, ...formerMobileMoney].find(
    (candidate) => candidate.name === name,
  )!;
  const body = mobileMoneyPayment.parse(aVoteFor(nominations));
  const request = { body, idempotencyKey: undefined, caller: UNKNOWN_CALLER };
  const { id } = await startMobileMoneyPayment(
    { ...app.context, mobileMoney: [provider] },
    request,
  );
  const wallet = walletOf(name);
  const { reference } = wallet.transactions().at(-1)!;
  const record = () =>
    wallet.transactions().find((transaction) => transaction.reference === reference)!;
  const notify = (changes: { fields?: { status: string } }) =>
    name === 'mtn-momo'
      ? app.http
          .post(`/api/webhooks/mtn-momo/${id}`)
          .send({ status: changes.fields?.status ?? record().status })
      : (wallet as TestApp['campay']).sendWebhook(reference, changes);
  return {
    paymentId: id,
    approve: async () => record().status === 'PENDING' && wallet.approve(reference),
    decline: async () => record().status === 'PENDING' && wallet.decline(reference),
    async flip() {
      if (record().status === 'FAILED') await wallet.payLate(reference);
      else if (record().status === 'SUCCESSFUL') await wallet.failLate(reference);
    },
    notify: async () => record().status !== 'PENDING' && notify({}),
    forge: async () =>
      notify({ fields: { status: record().status === 'FAILED' ? 'SUCCESSFUL' : 'FAILED' } }),
    isPaid: () => record().status === 'SUCCESSFUL',
  };
}

async function byCard(): Promise<TestPayment> {
  const voter = aCardVoter(app);
  const session = await voter.start(nominations);
  await voter.attempt(session).expect(200);
  const intent = intentOf(session);
  const charge = () => app.stripe.charged().find(({ intentId }) => intentId === intent);
  return {
    paymentId: session.paymentId,
    approve: async () => !charge() && !isOver() && voter.enter(session),
    decline: async () => !charge() && !isOver() && voter.enter(session, CARDS.declined),
    flip: async () => charge()?.amountRefunded === 0 && app.stripe.refund(intent),
    notify: async () => app.stripe.releaseWebhooks('shuffled'),
    forge: async () => undefined,
    isPaid: () => charge()?.amountRefunded === 0,
  };

  function isOver() {
    return app.stripe.paymentIntents.find(intent).status === 'canceled';
  }
}

async function perform(next: Step, payments: readonly TestPayment[]): Promise<void> {
  if (next.do === 'wait') return letTimePass(app, next.ms);
  if (next.do === 'fail-checks') {
    app.campay.failNext('transaction', SERVER_ERROR, next.times);
    app.fapshi.failNext('payment-status', SERVER_ERROR, next.times);
    app.mtnMomo.failNext('status', SERVER_ERROR, next.times);
    app.pawapay.failNext('status', SERVER_ERROR, next.times);
    return;
  }
  await payments[next.which]?.[next.do]();
  await app.settled();
}

test('after any week our state equals the provider’s, or the payment is flagged', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
      for (const name of WALLETS) walletOf(name).reset();
      app.stripe.reset();
      for (const name of WALLETS) {
        walletOf(name).configure({ webhook: 'none' });
      }
      app.stripe.configure({ webhooks: 'held' });
      const payments = [
        await byMobileMoney('campay'),
        await byMobileMoney('fapshi'),
        await byMobileMoney('mtn-momo'),
        await byMobileMoney('pawapay'),
        await byCard(),
      ];
      for (const next of steps) await perform(next, payments);

      for (const name of WALLETS) walletOf(name).faults.reset();
      await letTimePass(app, SILENCE_MS);
      for (const { paymentId, isPaid } of payments) {
        const { status } = await app.given.payment(paymentId);
        const flags = await app.given.openFlags(paymentId);
        const truth = isPaid() ? 'completed' : 'failed';
        expect(status === truth || flags.length > 0, `${status}, but ${truth}`).toBe(true);
      }
      expect(await verifyLedger(app.db)).toEqual([]);
    }),
    { numRuns: randomRuns(8), seed: 1 },
  );
});
