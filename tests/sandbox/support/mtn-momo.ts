import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import {
  MTN_MOMO_SANDBOX_API_KEY,
  MTN_MOMO_SANDBOX_API_USER,
  MTN_MOMO_SANDBOX_PATH,
  MTN_MOMO_SANDBOX_SUBSCRIPTION_KEY,
  type MtnMomoDelays,
} from '#sandbox/index';
import { type CallOptions, callProvider, sandboxWorld } from './world';

export const QUICK: Partial<MtnMomoDelays> = {
  approveAfterMs: 20,
  declineAfterMs: 20,
  lateSuccessAfterMs: 60,
  ongoingAfterMs: 40,
  webhookTimeoutMs: 2_000,
};
export const MTN_NUMBER = '237677123456';

/** The token that `call` sends; a test may replace it. */
export const session = { authorization: '' };

/** Created again for each test of the file that imports this. */
export const world = sandboxWorld({ mtnMomoDelays: QUICK }, async () => {
  session.authorization = await bearerToken();
});
export const momo = () => world.sandbox.mtnMomo;
export const restart = (delays: Partial<MtnMomoDelays>) =>
  world.restart({ mtnMomoDelays: { ...QUICK, ...delays } });
/** Address at which the application receives webhooks. */
export const webhookUrl = (path = '/api/webhooks/mtn-momo') => `${world.applicationUrl}${path}`;

/** A call with everything that the provider requires, unless overridden. */
export const call = (method: string, path: string, { headers, ...options }: CallOptions = {}) =>
  callProvider(method, `${world.url}${MTN_MOMO_SANDBOX_PATH}${path}`, {
    headers: {
      authorization: session.authorization,
      'ocp-apim-subscription-key': MTN_MOMO_SANDBOX_SUBSCRIPTION_KEY,
      'x-target-environment': momo().switches.targetEnvironment,
      ...headers,
    },
    ...options,
  });

export const basic = (user: string, key: string) =>
  `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`;

export const RIGHT_CREDENTIALS = basic(MTN_MOMO_SANDBOX_API_USER, MTN_MOMO_SANDBOX_API_KEY);

export const askForToken = (credentials: string | null = RIGHT_CREDENTIALS, body?: unknown) =>
  call('POST', '/collection/token/', { headers: { authorization: credentials }, body });

export const bearerToken = async (credentials?: string) =>
  `Bearer ${(await askForToken(credentials)).body.access_token}`;

export const anOrder = (changes: Record<string, unknown> = {}) => ({
  amount: '100',
  currency: 'XAF',
  externalId: 'payment-1',
  payer: { partyIdType: 'MSISDN', partyId: MTN_NUMBER },
  payerMessage: 'Votes',
  payeeNote: 'Votes',
  ...changes,
});

export const payerNumber = (partyId: string) => ({ payer: { partyIdType: 'MSISDN', partyId } });

interface PayOptions {
  reference?: string;
  headers?: Record<string, string | null>;
  body?: unknown;
  signal?: AbortSignal;
}

export function requestToPay(changes: Record<string, unknown> = {}, options: PayOptions = {}) {
  const { reference = randomUUID(), headers, body = anOrder(changes), ...rest } = options;
  return call('POST', '/collection/v1_0/requesttopay', {
    body,
    headers: { 'x-reference-id': reference, 'x-callback-url': webhookUrl(), ...headers },
    ...rest,
  });
}

/** A payment that was accepted. */
export async function createPayment(
  changes: Record<string, unknown> = {},
  options: PayOptions = {},
) {
  const reference = randomUUID();
  expect(await requestToPay(changes, { ...options, reference })).toEqual({ status: 202, body: '' });
  return reference;
}

export const lookUp = (reference: string) =>
  call('GET', `/collection/v1_0/requesttopay/${reference}`);
export const paymentRecord = async (reference: string) => (await lookUp(reference)).body;
export const statusOf = async (reference: string) => (await paymentRecord(reference)).status;

export const failure = (status: number, code: string) => ({
  status,
  body: { code, message: expect.any(String) },
});
