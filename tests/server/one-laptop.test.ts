import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '#shared/domain/localized';
import { POSTER_FORMATS, posterPath } from '#shared/domain/poster';
import { startTestApp, type TestApp } from '../support/app';
import { aVoteFor, freshPhone } from '../support/given';

/** One client sends as much as it can while others vote: it stops nobody. */

const LAPTOP = '203.0.113.7';
const VOTERS = 50;
/** Requests that the client has open at any time. */
const AT_ONCE = 60;
/** Between two of them, in ms: client and server share this process. */
const PAUSE_MS = 250;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '1' }, catalogAgeMs: 1_000 });
});
afterAll(() => app.close());

const nominees = (count: number, photoUrl: string | null = null) =>
  Promise.all(Array.from({ length: count }, () => app.given.artist({ photoUrl })));

/** Sends a request from the laptop, and leaves after a moment if it is a stream. */
const sendFromLaptop = (path: string, { method = 'GET', body = '' } = {}) =>
  new Promise<void>((resolve) => {
    const headers = { 'X-Forwarded-For': LAPTOP, 'Content-Type': 'application/json' };
    const sent = request(`${app.url}${path}`, { method, headers, agent: false }, (answer) => {
      answer.resume().once('error', () => undefined);
    });
    const timer = path.endsWith('/live') ? setTimeout(() => sent.destroy(), 300) : undefined;
    sent
      .once('error', () => undefined)
      .once('close', () => {
        clearTimeout(timer);
        resolve();
      });
    sent.end(body);
  });

/** What the laptop requests, in turn. */
const ATTACKS: Record<string, () => Promise<(nth: number) => Promise<void>>> = {
  'opens streams and leaves': async () => {
    const [artist] = await nominees(1);
    const path = `/api/nominations/category/${artist!.nominations[0]!.categoryId}/live`;
    return () => sendFromLaptop(path);
  },
  'requests the pictures of its receipts': async () => {
    const codes: string[] = [];
    for (const { nominations } of await nominees(30)) {
      codes.push((await app.given.completedPayment(nominations)).receiptCode!);
    }
    return (nth) =>
      sendFromLaptop(
        `/api/payment/receipt/${codes[nth % codes.length]}/picture?lang=${LANGUAGES[nth % 2]}`,
      );
  },
  'invents sources of links': async () => (nth) =>
    sendFromLaptop('/api/visits', {
      method: 'POST',
      body: JSON.stringify({ source: `invented-${nth}` }),
    }),
  'requests pictures whose photographs are gone': async () => {
    const photoUrl = '/uploads/00000000000000000000000000000000.webp';
    const paths = (await nominees(30, photoUrl)).flatMap(({ nominations: [nomination] }) => [
      `/previews/nomination-${nomination!.id}-en.jpg`,
      ...POSTER_FORMATS.map((format) => posterPath(nomination!.id, format, 'en')),
    ]);
    return (nth) => sendFromLaptop(paths[nth % paths.length]!);
  },
};

/** A number whose prompt is approved at once. */
const approvedPhone = () => freshPhone().replace(/50$/, '00');

/** Votes, then asks for the receipt and its picture, once each. */
async function vote(voter: number): Promise<number[]> {
  const address = `198.51.100.${voter + 1}`;
  const get = (path: string) => app.http.get(path).set('X-Forwarded-For', address);
  const { nominations } = await app.given.artist();
  const created = await app.http
    .post('/api/campay-payment')
    .set('X-Forwarded-For', address)
    .send(aVoteFor(nominations, { phoneNumber: approvedPhone() }));
  if (created.status !== 201) return [created.status];
  for (;;) {
    const { body } = await get(`/api/payment/${created.body.paymentId}/status?waitMs=2000`);
    if (body.status === 'pending') continue;
    const receipt = `/api/payment/receipt/${body.receiptCode}`;
    const [shown, picture] = [await get(receipt), await get(`${receipt}/picture`).buffer(true)];
    return [created.status, shown.status, picture.status];
  }
}

test.each(Object.keys(ATTACKS))(
  `a client that %s stops no voter`,
  async (name) => {
    const attack = await ATTACKS[name]!();
    const isOver = new AbortController();
    let sent = 0;
    const laptop = Array.from({ length: AT_ONCE }, async () => {
      while (!isOver.signal.aborted) {
        await attack(sent++);
        await delay(PAUSE_MS);
      }
    });
    try {
      const voters = await Promise.all(Array.from({ length: VOTERS }, (_, voter) => vote(voter)));
      expect(voters).toEqual(voters.map(() => [201, 200, 200]));
    } finally {
      isOver.abort();
      await Promise.all(laptop);
    }
    expect(sent).toBeGreaterThan(AT_ONCE);
    // Real sources are still counted.
    await app.http
      .post('/api/visits')
      .set('X-Forwarded-For', '198.51.100.1')
      .send({ source: `radio ${name.length}` })
      .expect(204);
    const failures = app.logs.filter((line) => JSON.parse(line).level >= 50);
    expect(failures).toEqual([]);
  },
  180_000,
);
