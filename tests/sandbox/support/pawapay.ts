import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import {
  PAWAPAY_SANDBOX_API_TOKEN,
  PAWAPAY_SANDBOX_PATH,
  type PawapayDelays,
} from '#sandbox/index';
import { type CallOptions, callProvider, sandboxWorld } from './world';

export const QUICK: Partial<PawapayDelays> = {
  approveAfterMs: 20,
  declineAfterMs: 20,
  lateSuccessAfterMs: 60,
  webhookTimeoutMs: 2_000,
};
export const MTN_NUMBER = '237677123456';
export const ORANGE_NUMBER = '237699123456';

/** Created again for each test of the file that imports this. */
export const world = sandboxWorld({ pawapayDelays: QUICK });
export const pawapay = () => world.sandbox.pawapay;

/** A call with the token, unless overridden. */
export const call = (method: string, path: string, { headers, ...options }: CallOptions = {}) =>
  callProvider(method, `${world.url}${PAWAPAY_SANDBOX_PATH}${path}`, {
    headers: { authorization: `Bearer ${PAWAPAY_SANDBOX_API_TOKEN}`, ...headers },
    ...options,
  });

export const payer = (phoneNumber: string, provider = providerOf(phoneNumber)) => ({
  payer: { type: 'MMO', accountDetails: { phoneNumber, provider } },
});

const providerOf = (number: string) => (number.startsWith('23769') ? 'ORANGE_CMR' : 'MTN_MOMO_CMR');

/** The body of a request with a new id. */
export const anOrder = (changes: Record<string, unknown> = {}) => ({
  depositId: randomUUID(),
  amount: '100',
  currency: 'XAF',
  ...payer(MTN_NUMBER),
  ...changes,
});

export const deposit = (changes: Record<string, unknown> = {}, options: CallOptions = {}) =>
  call('POST', '/v2/deposits', { body: anOrder(changes), ...options });

/** A deposit that was accepted. @returns its id */
export async function createDeposit(changes: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await deposit(changes);
  expect({ status, body }).toMatchObject({ status: 200, body: { status: 'ACCEPTED' } });
  return body.depositId;
}

export const lookUp = (id: string) => call('GET', `/v2/deposits/${id}`);
export const recordOf = async (id: string) => (await lookUp(id)).body.data;

export const failure = (status: number, failureCode: string) => ({
  status,
  body: { failureReason: { failureCode, failureMessage: expect.any(String) } },
});

/** A request that was understood but not accepted. */
export const rejection = (failureCode: string) => ({
  status: 200,
  body: {
    depositId: expect.any(String),
    status: 'REJECTED',
    failureReason: { failureCode, failureMessage: expect.any(String) },
  },
});
