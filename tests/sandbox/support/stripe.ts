import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import express from 'express';
import Stripe from 'stripe';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import {
  createSandbox,
  type Sandbox,
  STRIPE_SANDBOX_PUBLISHABLE_KEY,
  STRIPE_SANDBOX_SECRET_KEY,
  type StripeDelays,
} from '#sandbox/index';

/** A webhook received by the application. */
export interface ReceivedWebhook {
  path: string;
  signature: string;
  body: string;
}

export const QUICK: Partial<StripeDelays> = {
  webhookRetriesMs: [10, 10, 10],
  webhookTimeoutMs: 2_000,
  refundSettlesAfterMs: 20,
};
export const GOOD_CARD = '4242424242424242';
const quiet = { info() {}, warn() {} };

let application: Server;
/** Like the variables below, created again for each test of the file that imports it. */
export let received: ReceivedWebhook[];
export const forgetWebhooks = () => {
  received = [];
};
/** The application's response to a webhook. */
let onWebhook: (webhook: ReceivedWebhook) => number | Promise<number>;
export const answerWebhooks = (answer: typeof onWebhook) => {
  onWebhook = answer;
};
export let sandbox: Sandbox;
let server: Server;
export let stripe: Stripe;

beforeAll(() => {
  process.env.STRIPE_SUPPRESS_NOTICES = 'true';
});

beforeEach(async () => {
  received = [];
  onWebhook = () => 200;
  application = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const webhook = {
      path: req.url ?? '',
      signature: String(req.headers['stripe-signature'] ?? ''),
      body: Buffer.concat(chunks).toString(),
    };
    received.push(webhook);
    res.writeHead(await onWebhook(webhook)).end();
  });
  application.listen(0, '127.0.0.1');
  await once(application, 'listening');
  await start(null);
});

afterEach(async () => {
  await stop();
  application.close();
  application.closeAllConnections();
});

export async function start(stateFile: string | null, delays = QUICK): Promise<void> {
  sandbox = createSandbox({
    appUrl: () => addressOf(application),
    stateDir: stateFile === null ? null : dirname(stateFile),
    logger: quiet,
    stripeDelays: delays,
  });
  const app = express().set('query parser', 'simple');
  app.use('/sandbox', sandbox.router).use('/v1', sandbox.stripeApi);
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stripe = client();
}

export async function stop(): Promise<void> {
  await sandbox.close();
  server.close();
  server.closeAllConnections();
}

/** Starts a new process from what the old one has on disk at this moment, without a shutdown. */
export async function crash(stateFile: string): Promise<void> {
  const old = { sandbox, server };
  // A dead process sends no webhooks any more.
  old.sandbox.stripe.configure({ webhooks: 'lost' });
  await start(stateFile);
  await old.sandbox.close();
  old.server.close();
  old.server.closeAllConnections();
}

/** The origin of the provider. */
export const origin = () => addressOf(server);
const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

export function client(key = STRIPE_SANDBOX_SECRET_KEY, config: Stripe.StripeConfig = {}): Stripe {
  const { port } = server.address() as AddressInfo;
  const address = { host: '127.0.0.1', port, protocol: 'http' as const };
  return new Stripe(key, { ...address, telemetry: false, maxNetworkRetries: 0, ...config });
}

export const anOrder = (changes: Partial<Stripe.PaymentIntentCreateParams> = {}) => ({
  amount: 200,
  currency: 'usd',
  allowed_payment_method_types: ['card' as const],
  metadata: { payment_id: 'payment-1' },
  ...changes,
});

export const createIntent = (changes: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create(anOrder(changes));

export async function createPaidIntent(card = GOOD_CARD): Promise<Stripe.PaymentIntent> {
  const { id } = await createIntent();
  await sandbox.stripe.confirm(id, card);
  return stripe.paymentIntents.retrieve(id);
}

/** Returns the error that the SDK throws for a rejection; fails when there is none. */
export async function refusalOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error(`expected a rejection, got ${String(error)}`);
}

/** A call as the script in the browser makes it. */
export async function browserCall(
  method: 'GET' | 'POST',
  path: string,
  params: Record<string, string>,
) {
  const form = new URLSearchParams({ key: STRIPE_SANDBOX_PUBLISHABLE_KEY, ...params });
  const url = `${addressOf(server)}/v1${path}${method === 'GET' ? `?${form}` : ''}`;
  const response = await fetch(url, method === 'GET' ? {} : { method, body: form });
  return { status: response.status, body: await response.json() };
}

export const cardParams = (number: string, changes: Record<string, string> = {}) => ({
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': number,
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': String(new Date().getFullYear() + 3).slice(2),
  'payment_method_data[card][cvc]': '123',
  ...changes,
});

export const confirmInBrowser = (
  { id, client_secret }: Stripe.PaymentIntent,
  number: string,
  changes: Record<string, string> = {},
) =>
  browserCall('POST', `/payment_intents/${id}/confirm`, {
    client_secret: client_secret ?? '',
    ...cardParams(number, changes),
  });

export const typesReceived = () => received.map(({ body }) => JSON.parse(body).type);
export const errorBody = (message = 'An unknown error occurred') => ({
  error: { type: 'api_error', message },
});
