import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProviderReference } from './provider';
import { stripe } from './stripe';

const PAYMENT = '5f0b2a4e-6a53-4d0a-9a1a-0c8a3cf7a001';
const paidIntent = {
  object: 'payment_intent',
  id: 'pi_1',
  status: 'succeeded',
  created: 1_700_000_000,
  client_secret: 'pi_1_secret_x',
  metadata: { payment_id: PAYMENT },
  amount: 100,
  amount_received: 100,
  currency: 'usd',
  cancellation_reason: null,
  last_payment_error: null,
  latest_charge: {
    object: 'charge',
    id: 'ch_1',
    created: 1_700_000_000,
    refunded: false,
    amount_refunded: 0,
    disputed: false,
  },
};
const REFERENCE: ProviderReference = {
  paymentId: PAYMENT,
  providerRef: 'pi_1',
  isAttached: false,
  createdAt: new Date(),
  askedAt: new Date(),
};

let answer: (res: ServerResponse) => void;
const server = createServer((_req, res) => answer(res));
let query: () => Promise<{ outcome: string }>;

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { provider } = stripe.connect(
    {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API_BASE: `http://127.0.0.1:${port}`,
    },
    { timeoutMs: 2_000 },
  );
  query = () => provider.queryPayment(REFERENCE);
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const sendIntent = (more: string) => {
  const body = JSON.stringify(paidIntent).replace(/\}$/, `,"more":${more}}`);
  answer = (res) => res.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
};

test('a valid response is read', async () => {
  sendIntent('{"é":[1]}');
  expect(await query()).toMatchObject({ outcome: 'paid' });
});

test('a response of deeply nested brackets counts as unknown', async () => {
  sendIntent('['.repeat(100_000) + ']'.repeat(100_000));
  expect(await query()).toMatchObject({ outcome: 'unknown' });
});

test('an endless response is cut off and counts as unknown', { timeout: 30_000 }, async () => {
  let sent = 0;
  answer = (res) => {
    res.writeHead(200, { 'Content-Type': 'application/json' });
    const piece = Buffer.alloc(64 * 1024, ' ');
    const write = () => {
      let isFull = false;
      while (!res.closed && !isFull) {
        isFull = !res.write(piece);
        sent += piece.length;
      }
      if (!res.closed) res.once('drain', write);
    };
    write();
  };
  expect(await query()).toMatchObject({ outcome: 'unknown' });
  expect(sent).toBeLessThan(128 * 1024 * 1024);
});
