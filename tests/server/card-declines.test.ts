import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CARD_SESSIONS } from '#server/http/limits/rules';
import { subjectHash } from '#server/http/limits/subject-hash';
import { reconcileDue } from '#server/payments/checks/reconciler';
import type { CardSession } from '#shared/contracts/payments';
import { rateLimits } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { intentIn } from '../support/card-app';
import { aCardVoter, CARDS, intentOf } from '../support/card-voter';
import { finishAllWork } from '../support/finish-all-work';
import { aCardVoteFor, aVoteFor } from '../support/given';

const HOUR = 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    env: { TRUST_PROXY: '1' },
    hasClock: true,
    timeoutMs: 20_000,
    stripeDelays: { webhookTimeoutMs: 60_000 },
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  await finishAllWork(app);
  app.stripe.reset();
  await app.advance(2 * HOUR);
});

let addresses = 0;
const freshAddress = () => `192.0.2.${++addresses}`;

/** A browser with a new address, or a given one; with a cookie that is old enough, or none. */
async function aPayer({ from = freshAddress(), isKnown = false } = {}) {
  const voter = aCardVoter(app);
  voter.http.set('X-Forwarded-For', from);
  if (isKnown) {
    await voter.http.get('/api/config').expect(200);
    await app.advance(61_000);
  }
  return voter;
}
type Payer = Awaited<ReturnType<typeof aPayer>>;

/** The bank declines, and we are notified. */
async function decline(voter: Payer, session: CardSession): Promise<void> {
  await voter.enter(session, CARDS.declined);
  await app.stripe.webhooksSettled();
  await app.settled();
}
const statusOf = (session: CardSession) => intentIn(app, session)!.status;

describe('one payment', () => {
  test('is over with its third decline, however quickly the cards are tried', async () => {
    const { nominations } = await app.given.artist();
    const voter = await aPayer();
    const session = await voter.start(nominations);
    for (const _time of [1, 2]) await decline(voter, session);
    expect(statusOf(session)).toBe('requires_payment_method');
    await decline(voter, session);
    await finishAllWork(app);
    expect(statusOf(session)).toBe('canceled');
    expect(await app.given.payment(session.paymentId)).toMatchObject({ status: 'failed' });
    // Another payment, as the page creates automatically.
    await voter.start(nominations);
  });

  test('checks with the bank from the second try on, and a valid card still pays', async () => {
    const [nomination] = (await app.given.artist()).nominations;
    const voter = await aPayer();
    const session = await voter.start([nomination!]);
    expect(intentIn(app, session)!.payment_method_options).toBeNull();
    await decline(voter, session);
    await expect
      .poll(() => intentIn(app, session)!.payment_method_options, { timeout: 20_000 })
      .toEqual({ card: { request_three_d_secure: 'any' } });
    await voter.enter(session, CARDS.asksIfWanted);
    expect(statusOf(session)).toBe('requires_action');
    await app.stripe.approveChallenge(intentOf(session));
    await voter.confirm(session).expect(200);
    expect(await app.given.votesOf(nomination!)).toBe(2);
  });
});

test('the payer’s browser still gets the reason for a decline after an authentication', async () => {
  const { nominations } = await app.given.artist();
  const voter = await aPayer();
  const session = await voter.start(nominations);
  await voter.enter(session, CARDS.asks);
  await app.stripe.refuseChallenge(intentOf(session));
  await app.stripe.webhooksSettled();
  await app.settled();
  const { last_payment_error: reason } = intentIn(app, session)!;
  expect(reason?.code).toBe('payment_intent_authentication_failure');
});

describe('a payer with five declined cards within an hour', () => {
  const exhaust = async (voters: Payer[], nominations: { id: string }[]) => {
    const sessions: CardSession[] = [];
    for (const voter of voters) {
      const session = await voter.start(nominations);
      sessions.push(session);
      await decline(voter, session);
    }
    await finishAllWork(app);
    return sessions;
  };

  test('cannot set up another card payment for the rest of it, and pays by mobile money', async () => {
    const { nominations } = await app.given.artist();
    const voter = await aPayer();
    const first = await voter.start(nominations);
    for (const _time of [1, 2, 3]) await decline(voter, first);
    await finishAllWork(app);
    const second = await voter.start(nominations);
    for (const _time of [1, 2]) await decline(voter, second);
    await finishAllWork(app);
    const refused = await voter.send(aCardVoteFor(nominations)).expect(429);
    expect(refused.body.code).toBe('card-declines');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    expect(statusOf(second)).toBe('canceled');
    await voter.http.post('/api/campay-payment').send(aVoteFor(nominations)).expect(201);
    await app.advance(HOUR);
    await voter.start(nominations);
  });

  test('among new devices at one address has their prepared payments ended, and others continue to pay', async () => {
    const from = freshAddress();
    const { nominations } = await app.given.artist();
    const prepared = await (await aPayer({ from })).start(nominations);
    const knownPayer = await aPayer({ from, isKnown: true });
    const ofKnown = await knownPayer.start(nominations);
    const strangers: Payer[] = [];
    for (let count = 0; count < 5; count++) strangers.push(await aPayer({ from }));
    await exhaust(strangers, nominations);
    await reconcileDue(app.context);
    await finishAllWork(app);
    expect(statusOf(prepared)).toBe('canceled');
    await (await aPayer({ from })).send(aCardVoteFor(nominations)).expect(429);

    expect(statusOf(ofKnown)).toBe('requires_payment_method');
    await knownPayer.attempt(ofKnown).expect(200);
    await knownPayer.enter(ofKnown);
    await knownPayer.confirm(ofKnown).expect(200);
    await (await aPayer()).start(nominations);
  });
});

describe('with a captcha configured', () => {
  let captchaApp: TestApp;
  beforeAll(async () => {
    captchaApp = await startTestApp({ hasCaptcha: true, timeoutMs: 20_000 });
  });
  afterAll(() => captchaApp.close());
  beforeEach(async () => {
    await finishAllWork(captchaApp);
    captchaApp.captcha.fault = null;
    await captchaApp.db.delete(rateLimits);
  });

  async function declineCard(voter: ReturnType<typeof aCardVoter>, session: CardSession) {
    await voter.enter(session, CARDS.declined);
    await captchaApp.stripe.webhooksSettled();
    await finishAllWork(captchaApp);
  }

  /** A voter with five declined cards. */
  async function anExhaustedVoter(nominations: { id: string }[]) {
    const voter = aCardVoter(captchaApp);
    for (const times of [3, 2]) {
      const session = await voter.start(nominations);
      for (let time = 0; time < times; time++) await declineCard(voter, session);
    }
    const send = (captcha?: string) =>
      voter.send({ ...aCardVoteFor(nominations), ...(captcha && { captcha }) });
    return { voter, send };
  }

  test('each further try requires a captcha, and the payment it sets up can be paid', async () => {
    const { nominations } = await captchaApp.given.artist();
    const { voter, send } = await anExhaustedVoter(nominations);
    const refused = await send().expect(403);
    expect(refused.body.code).toBe('captcha-required');

    const { body } = await send(captchaApp.captcha.solve()).expect(200);
    expect(intentIn(captchaApp, body)!.payment_method_options).toEqual({
      card: { request_three_d_secure: 'any' },
    });
    await declineCard(voter, body);
    expect(intentIn(captchaApp, body)!.status).toBe('canceled');
    await send().expect(403);

    const session = (await send(captchaApp.captcha.solve()).expect(200)).body;
    await finishAllWork(captchaApp);
    await voter.attempt(session).expect(200);
    await voter.enter(session);
    await voter.confirm(session).expect(200);
  });

  test('a token counts once, and an invalid one does not count', async () => {
    const { nominations } = await captchaApp.given.artist();
    const { voter, send } = await anExhaustedVoter(nominations);
    expect((await send('made-up').expect(403)).body.code).toBe('captcha-required');
    const token = captchaApp.captcha.solve();
    await declineCard(voter, (await send(token).expect(200)).body);
    await send(token).expect(403);
  });

  test('a captcha provider without a valid response lets no one pass, and no token is used up', async () => {
    const { nominations } = await captchaApp.given.artist();
    const { send } = await anExhaustedVoter(nominations);
    const token = captchaApp.captcha.solve();
    for (const fault of ['down', 'nested'] as const) {
      captchaApp.captcha.fault = fault;
      const { headers } = await send(token).expect(503);
      expect(headers['retry-after']).toBe('5');
    }
    captchaApp.captcha.fault = null;
    await send(token).expect(200);
  });

  test('requests to its provider are limited for each address', async () => {
    const { nominations } = await captchaApp.given.artist();
    const { send } = await anExhaustedVoter(nominations);
    await captchaApp.db
      .insert(rateLimits)
      .values(
        CARD_SESSIONS.anybody.windows.map(({ seconds, max }) => ({
          limit: CARD_SESSIONS.anybody.name,
          windowSeconds: seconds,
          subject: subjectHash(captchaApp.config.phoneHashKey, CARD_SESSIONS.anybody, '127.0.0.1'),
          hits: max,
          endsAt: new Date(Date.now() + HOUR),
        })),
      )
      .onConflictDoUpdate({
        target: [rateLimits.limit, rateLimits.subject, rateLimits.windowSeconds],
        set: { hits: 10_000 },
      });
    await send('made-up').expect(429);
  });

  test('the browser learns which widget to show', async () => {
    const { body } = await captchaApp.http.get('/api/config').expect(200);
    expect(body.captcha).toMatchObject({ provider: 'turnstile', siteKey: expect.any(String) });
    expect(JSON.stringify(body)).not.toContain('secret');
    expect((await app.http.get('/api/config').expect(200)).body.captcha).toBeNull();
  });
});
