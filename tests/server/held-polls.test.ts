import { randomUUID } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DatabaseHandle, openDatabase } from '#server/db/client';
import { listen, PAYMENT_MOVED } from '#server/db/listen';
import { HeldPolls } from '#server/payments/index';
import { applyProviderReport } from '#server/payments/lifecycle/transition';
import { startTestApp, type TestApp } from '../support/app';

/** In ms; longer than the server holds a response. */
const LONG_MS = 600_000;

let app: TestApp;
/** Another process on the same database. */
let otherProcess: DatabaseHandle;
let listening: ReturnType<typeof listenFor>;

beforeAll(async () => {
  app = await startTestApp();
  otherProcess = openDatabase(app.databaseUrl);
  listening = listenFor(app);
});
afterAll(async () => {
  await listening.stop();
  await otherProcess.close();
  await app.close();
});

const listenFor = ({ databaseUrl, context }: TestApp) =>
  listen({
    url: databaseUrl,
    onNotice: { [PAYMENT_MOVED]: (id) => void context.heldPolls.notify(id) },
    logger: context.logger,
  });

async function pendingPayment(): Promise<string> {
  const { nominations } = await app.given.artist();
  const { id } = await app.given.pendingPayment(nominations);
  return id;
}

async function poll(paymentId: string, waitMs: number, signal?: AbortSignal) {
  const response = await fetch(`${app.url}/api/payment/${paymentId}/status?waitMs=${waitMs}`, {
    signal: signal ?? null,
  });
  return { status: response.status, body: await response.json() };
}

/**
 * Polls again when its time is over, as the page does: this machine may be slower than the server
 * waits.
 */
async function untilSettled(paymentId: string) {
  for (;;) {
    const answer = await poll(paymentId, LONG_MS);
    if (answer.body.status !== 'pending') return answer;
  }
}

/**
 * Polls, and waits until the server has queried the provider: from then on the response is held.
 */
async function heldPoll(paymentId: string) {
  const answer = untilSettled(paymentId);
  await expect.poll(async () => (await app.given.payment(paymentId)).checkCount).toBe(1);
  return { answer };
}

/** Approves the payment, as another process does. */
async function approve(paymentId: string): Promise<void> {
  const { amount, currency } = await app.given.payment(paymentId);
  const money = { amountMinor: amount, currency };
  const report = { outcome: 'paid', money, providerRef: randomUUID(), evidence: {} } as const;
  await applyProviderReport(otherProcess.db, paymentId, report, { source: 'webhook' });
}

/** True if another poll of this payment would be held. */
const isHeld = async (paymentId: string) => 'heldMs' in (await poll(paymentId, 1)).body;

describe('a poll that may wait', () => {
  test('is answered by the approval that another process records', async () => {
    const paymentId = await pendingPayment();
    const { answer } = await heldPoll(paymentId);
    await approve(paymentId);
    const { body } = await answer;
    expect(body).toMatchObject({ status: 'completed', failureReason: null });
    expect(body.receiptCode).toBe((await app.given.payment(paymentId)).receiptCode);
    expect(body.heldMs).toBeLessThan(LONG_MS);
  });

  test('is answered by a rejection too, and not by changes of another payment', async () => {
    const [declined, other] = [await pendingPayment(), await pendingPayment()];
    const [ofDeclined, ofOther] = [await heldPoll(declined), await heldPoll(other)];
    const report = {
      outcome: 'failed',
      reason: 'declined',
      providerRef: null,
      evidence: {},
    } as const;
    await applyProviderReport(otherProcess.db, declined, report, { source: 'webhook' });
    expect((await ofDeclined.answer).body).toMatchObject({
      status: 'failed',
      failureReason: 'declined',
    });
    const first = await Promise.race([ofOther.answer, Promise.resolve('waits')]);
    expect(first).toBe('waits');
    await approve(other);
    expect((await ofOther.answer).body.status).toBe('completed');
  });

  test('of a finished payment is answered at once, and one of an unknown payment is rejected', async () => {
    const { nominations } = await app.given.artist();
    const { id } = await app.given.completedPayment(nominations);
    expect((await poll(id, LONG_MS)).body).toEqual({
      status: 'completed',
      failureReason: null,
      receiptCode: expect.any(String),
      receipt: expect.anything(),
    });
    expect((await poll(randomUUID(), LONG_MS)).status).toBe(404);
  });

  test('reports no change once its time is over', async () => {
    const { body } = await poll(await pendingPayment(), 30);
    expect(body).toMatchObject({ status: 'pending', receiptCode: null });
    expect(body.heldMs).toBeGreaterThanOrEqual(29);
  });

  test('that requests no wait is not held', async () => {
    const paymentId = await pendingPayment();
    const answer = await app.http.get(`/api/payment/${paymentId}/status`).expect(200);
    expect(answer.body).toEqual({
      status: 'pending',
      failureReason: null,
      receiptCode: null,
      promptLapsesInMs: expect.any(Number),
    });
  });

  test.each(['-1', '1.5', 'long', '1000000'])('with waitMs=%s is rejected', async (waitMs) => {
    const answer = await app.http.get(
      `/api/payment/${await pendingPayment()}/status?waitMs=${waitMs}`,
    );
    expect(answer.status).toBe(400);
    expect(answer.body.issues).toMatchObject([{ path: 'waitMs' }]);
  });

  test('holds no database connection, however many wait', async () => {
    const ids = await Promise.all(Array.from({ length: 15 }, pendingPayment));
    const polls = await Promise.all(ids.map((id) => heldPoll(id)));
    await app.settled();
    const { pool } = app.deps;
    await expect.poll(() => pool.totalCount - pool.idleCount + pool.waitingCount).toBe(0);
    await Promise.all(ids.map((id) => approve(id)));
    for (const { answer } of polls) expect((await answer).body.status).toBe('completed');
  });

  test('frees its place when the client disconnects', async () => {
    const paymentId = await pendingPayment();
    const leaving = new AbortController();
    const polls = Array.from({ length: 4 }, () => poll(paymentId, LONG_MS, leaving.signal));
    // No further poll of this payment is held.
    await expect.poll(() => isHeld(paymentId)).toBe(false);
    leaving.abort();
    await Promise.allSettled(polls);
    await expect.poll(() => isHeld(paymentId)).toBe(true);
  });

  test('gets changes from before the server listened to the database', async () => {
    const lateApp = await startTestApp();
    const otherHandle = openDatabase(lateApp.databaseUrl);
    try {
      const { nominations } = await lateApp.given.artist();
      const { id } = await lateApp.given.pendingPayment(nominations);
      const answer = fetch(`${lateApp.url}/api/payment/${id}/status?waitMs=${LONG_MS}`);
      await expect.poll(async () => (await lateApp.given.payment(id)).checkCount).toBe(1);
      const { amount, currency } = await lateApp.given.payment(id);
      const money = { amountMinor: amount, currency };
      const report = { outcome: 'paid', money, providerRef: 'ref', evidence: {} } as const;
      await applyProviderReport(otherHandle.db, id, report, { source: 'webhook' });
      const listener = listenFor(lateApp);
      expect(await (await answer).json()).toMatchObject({ status: 'completed' });
      await listener.stop();
    } finally {
      await otherHandle.close();
      await lateApp.close();
    }
  });

  test('is answered when the server stops, after which none is held', async () => {
    const stopping = await startTestApp();
    try {
      const { nominations } = await stopping.given.artist();
      const { id } = await stopping.given.pendingPayment(nominations);
      const requestStatus = async () => {
        const answer = await fetch(`${stopping.url}/api/payment/${id}/status?waitMs=${LONG_MS}`);
        return answer.json();
      };
      const answer = requestStatus();
      await expect.poll(async () => (await stopping.given.payment(id)).checkCount).toBe(1);
      stopping.context.heldPolls.stop();
      expect(await answer).toMatchObject({ status: 'pending', heldMs: expect.any(Number) });
      expect(await requestStatus()).not.toHaveProperty('heldMs');
    } finally {
      await stopping.close();
    }
  });
});

test('a payment that changes between the first read and the wait is not missed', async () => {
  const held = new HeldPolls(app.db);
  const req = new IncomingMessage(new Socket());
  const isPending = async () => {
    await held.notify('id');
    return true;
  };
  const poll = { paymentId: 'id', waitMs: LONG_MS };
  expect(await held.hold(req, new ServerResponse(req), poll, isPending)).toBe(true);
  expect(held.heldMsOf(req)).toBeLessThan(LONG_MS);
});
