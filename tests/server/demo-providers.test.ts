import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkPayment } from '#server/payments/checks/check-payment';
import { startTestApp, type TestApp } from '../support/app';
import { aVoteFor } from '../support/given';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(() => app.campay.reset());

const pageOf = () => new URL('/sandbox/providers', app.stripeUrl).href;

const setMood = (provider: string, body: unknown, type = 'application/json') =>
  fetch(`${pageOf()}/${encodeURIComponent(provider)}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: JSON.stringify(body),
  });

const probe = () => app.context.mobileMoney[0]!.probe();

test('the page makes a provider cut every connection, and work again', async () => {
  expect((await setMood('Campay', { mood: 'down' })).status).toBe(204);
  expect(await (await fetch(pageOf())).text()).toContain('Cuts every connection.');
  expect(await probe()).toMatchObject({ outcome: 'unknown' });
  expect((await setMood('Campay', { mood: 'well' })).status).toBe(204);
  await expect.poll(async () => (await probe()).outcome).toBe('accepted');
});

test('a slow provider takes its time', async () => {
  await setMood('Campay', { mood: 'slow' });
  const startedAt = performance.now();
  expect(await probe()).toMatchObject({ outcome: 'accepted' });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
});

test('a lying provider reports another amount, which counts nothing', async () => {
  const { nominations } = await app.given.artist();
  const { body } = await app.http
    .post('/api/campay-payment')
    .send(aVoteFor(nominations))
    .expect(201);
  await setMood('Campay', { mood: 'lying' });
  await app.campay.approve(app.campay.transactions().at(-1)!.reference);
  await app.settled();
  await app.given.dueNow(body.paymentId);
  await checkPayment(app.context, body.paymentId, 'reconcile');
  expect(await app.given.votesOf(nominations[0]!)).toBe(0);
});

test.each([
  ['another provider', 'Gone', { mood: 'down' }, 'application/json'],
  ['another mood', 'Campay', { mood: 'sad' }, 'application/json'],
  ['what a form can send', 'Campay', { mood: 'down' }, 'text/plain'],
])('%s is refused', async (_what, provider, body, type) => {
  expect((await setMood(provider, body, type)).status).toBe(400);
  expect(app.campay.mood).toBe('well');
});
