import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Fault } from '#sandbox/faults';
import type { Sandbox, SandboxOptions } from '#sandbox/index';
import type { WalletDelays } from '#sandbox/mobile-money/delays';
import type { WebhookRequest } from '#sandbox/mobile-money/webhook-courier';
import { eventually, type ReceivedWebhook, type SandboxWorld } from './support/world';

/** The controls of a wallet's sandbox that tests and fault tests use. */
interface Wallet {
  approve(reference: string): Promise<void>;
  decline(reference: string, reason?: string): Promise<void>;
  ignore(reference: string): void;
  payLate(reference: string): Promise<void>;
  transactions(): { reference: string; amount: number; status: string }[];
  prompts(): { id: string; reference: string }[];
  deliveries(): { httpStatus: number | null }[];
  moneyTaken(): number;
  callCount(endpoint: string): number;
  failNext(endpoint: string, fault: Fault, times?: number): void;
  configure(changes: { webhook?: 'before-answer'; isUnreachable?: boolean }): void;
  webhookFor(reference: string, changes?: object): WebhookRequest | Promise<WebhookRequest>;
  sendWebhook(reference: string, changes?: { fields?: object }): Promise<unknown>;
  reset(): void;
}

interface Answer {
  status: number;
  body: unknown;
}

/** What differs between one provider's sandbox and the others. */
export interface WalletFacts {
  /** Also part of the name of its state file. */
  name: 'campay' | 'fapshi' | 'mtn-momo' | 'pawapay';
  walletIn(sandbox: Sandbox): Wallet;
  delays(delays: Partial<WalletDelays>): Partial<SandboxOptions>;
  endpoints: { request: string; status: string };
  /** Requests 100 francs from a number (`2376XXXXXXXX`), under a new reference. */
  request(number: string, signal?: AbortSignal): Promise<Answer>;
  /** The status code of an accepted request. */
  accepted: number;
  fetchStatus(reference: string): Promise<Answer>;
  /** The statuses of a number without a special ending while it waits. */
  open: readonly string[];
  /** Its word for the status of a paid payment, by default SUCCESSFUL. */
  paid?: string;
  /** Its words for why a payment failed, by default those of MTN. */
  reasons?: { declined: string; lacksFunds: string };
  /** The 100 francs as they appear in a response. */
  amount: unknown;
  /** The value of a paid payment's reason field. */
  noReason: unknown;
  numbers: readonly (readonly [number: string, operator: 'MTN' | 'Orange'])[];
  /** Outcome of a prompt that was not answered, and whether a webhook reports it. */
  unanswered: { reason: string; isReported: boolean };
  /** For each mode of the switch `webhook`, the statuses it sends for a paid payment. */
  webhookModes: readonly (readonly [mode: string, statuses: readonly unknown[]])[];
  useWebhookMode(mode: string): void;
  /** A change to a single webhook, and what arrives. */
  changedWebhook: { changes: object; arrives: object };
  /** The field of a webhook that names the payment; null when it contains only our own id. */
  webhookReference: string | null;
  /** Any free call that returns 200. */
  callAnything(): Promise<Answer>;
}

const NUMBER = '237677123456';
const OTHER_NUMBER = '237677123457';
const AMOUNT = 100;

/** The rules that every wallet's sandbox follows, over real HTTP. */
export function describeWallet(world: SandboxWorld, facts: WalletFacts): void {
  const { endpoints, paid: PAID = 'SUCCESSFUL' } = facts;
  const reasons = facts.reasons ?? {
    declined: 'APPROVAL_REJECTED',
    lacksFunds: 'NOT_ENOUGH_FUNDS',
  };
  const wallet = () => facts.walletIn(world.sandbox);
  const request = (number = NUMBER) => facts.request(number);

  /** Makes an accepted payment. @returns the provider's reference */
  async function createPayment(number = NUMBER): Promise<string> {
    expect((await request(number)).status).toBe(facts.accepted);
    return wallet().transactions().at(-1)!.reference;
  }
  const paymentRecord = async (reference: string) =>
    Object((await facts.fetchStatus(reference)).body);
  /** The status in the terms common to all providers. */
  async function statusOf(reference: string): Promise<string> {
    const { status } = await paymentRecord(reference);
    return facts.open.includes(status) ? 'PENDING' : status;
  }
  /** Expects that all webhooks so far are about this payment. */
  function expectAbout(reference: string): void {
    const field = facts.webhookReference;
    if (field === null) return;
    for (const { fields } of world.received) expect(fields[field]).toBe(reference);
  }
  const reportedStatuses = () => world.received.map(({ fields }: ReceivedWebhook) => fields.status);

  describe('automatic numbers', () => {
    test.each([
      ['00 approves', '237677123400', PAID, facts.noReason],
      ['01 declines', '237677123401', 'FAILED', reasons.declined],
      ['02 has insufficient funds', '237677123402', 'FAILED', reasons.lacksFunds],
    ])('%s and the webhook says so', async (_name, number, status, reason) => {
      const reference = await createPayment(number);
      await eventually(reportedStatuses).toEqual([status]);
      expectAbout(reference);
      expect(wallet().prompts()).toEqual([]);
      const { reason: reportedReason, ...rest } = await paymentRecord(reference);
      expect(rest).toMatchObject({ status, amount: facts.amount });
      expect(reportedReason).toBe(reason);
    });

    test('03 never answers and shows no prompt', async () => {
      const reference = await createPayment('237677123403');
      expect(wallet().prompts()).toEqual([]);
      await statusOf(reference);
      expect(await statusOf(reference)).toBe('PENDING');
    });

    test('04 approves and sends no webhook', async () => {
      const reference = await createPayment('237677123404');
      await eventually(() => statusOf(reference)).toBe(PAID);
      expect(wallet().deliveries()).toEqual([]);
    });

    test('05 fails and later turns out to have paid', async () => {
      const reference = await createPayment('237677123405');
      await eventually(reportedStatuses).toEqual(['FAILED', PAID]);
      expectAbout(reference);
      const { status, reason } = await paymentRecord(reference);
      expect({ status, reason }).toEqual({ status: PAID, reason: facts.noReason });
      expect(wallet().moneyTaken()).toBe(AMOUNT);
    });

    test('06 sends its webhook before the response to the request', async () => {
      let isAnswered = false;
      let wasAnsweredFirst: boolean | undefined;
      world.duringWebhook = () => {
        wasAnsweredFirst = isAnswered;
      };
      const reference = await createPayment('237677123406');
      isAnswered = true;
      expect(wasAnsweredFirst).toBe(false);
      expect(reportedStatuses()).toEqual([PAID]);
      expectAbout(reference);
      expect(await statusOf(reference)).toBe(PAID);
    });

    test.each(['237677123403', NUMBER])('%s without an answer fails in the end', async (number) => {
      await world.restart(facts.delays({ expireAfterMs: 40 }));
      const { reason, isReported } = facts.unanswered;
      const reference = await createPayment(number);
      await eventually(() => statusOf(reference)).toBe('FAILED');
      expect(await paymentRecord(reference)).toMatchObject({ reason });
      expect(wallet().prompts()).toEqual([]);
      if (isReported) await eventually(reportedStatuses).toEqual(['FAILED']);
      else expect(wallet().deliveries()).toEqual([]);
    });
  });

  describe('every other number', () => {
    test.each(facts.numbers)('waits for its payer: %s of %s', async (number, operator) => {
      const reference = await createPayment(number);
      const { name: provider } = facts;
      const money = { amount: AMOUNT, currency: 'XAF' };
      expect(wallet().prompts()).toMatchObject([
        { provider, reference, number, operator, ...money },
      ]);
      expect(await statusOf(reference)).toBe('PENDING');
    });

    test('can decline, and turn out to have paid', async () => {
      const reference = await createPayment();
      await wallet().decline(reference);
      expect(wallet().prompts()).toEqual([]);
      expect(await statusOf(reference)).toBe('FAILED');
      expect(reportedStatuses()).toEqual(['FAILED']);
      expect(wallet().moneyTaken()).toBe(0);
      await expect(wallet().approve(reference)).rejects.toThrow('FAILED');

      await wallet().payLate(reference);
      expect(reportedStatuses()).toEqual(['FAILED', PAID]);
      expect(wallet().moneyTaken()).toBe(AMOUNT);
    });

    test('can ignore the prompt and still pay', async () => {
      const other = await createPayment(OTHER_NUMBER);
      const reference = await createPayment();
      wallet().ignore(reference);
      expect(wallet().prompts()).toMatchObject([{ reference: other }]);
      expect(await statusOf(reference)).toBe('PENDING');
      await wallet().approve(reference);
      expect(wallet().moneyTaken()).toBe(AMOUNT);
    });

    test('sees the newest prompt first', async () => {
      const older = await createPayment();
      const newer = await createPayment(OTHER_NUMBER);
      expect(wallet().prompts()).toMatchObject([{ reference: newer }, { reference: older }]);
    });

    test('loses the prompt when it expires, and the payment stays pending', async () => {
      await world.restart(facts.delays({ promptTimeoutMs: 50 }));
      const reference = await createPayment();
      await eventually(() => wallet().prompts()).toEqual([]);
      expect(await statusOf(reference)).toBe('PENDING');
    });
  });

  describe('webhooks', () => {
    test.each(facts.webhookModes)('can be sent as %s', async (mode, statuses) => {
      facts.useWebhookMode(mode);
      const reference = await createPayment();
      await wallet().approve(reference);
      expect(reportedStatuses()).toEqual(statuses);
      expectAbout(reference);
      expect(await statusOf(reference)).toBe(PAID);
    });

    test('can arrive before the response for any number, but not for those that send none', async () => {
      wallet().configure({ webhook: 'before-answer' });
      await createPayment();
      expect(reportedStatuses()).toEqual([PAID]);
      const silent = await createPayment('237677123403');
      expect(await statusOf(silent)).toBe('PENDING');
      expect(reportedStatuses()).toEqual([PAID]);
    });

    test('can report a payment that has not ended', async () => {
      const reference = await createPayment();
      await wallet().sendWebhook(reference, { fields: { status: PAID } });
      expect(reportedStatuses()).toEqual([PAID]);
      expect(await statusOf(reference)).toBe('PENDING');
      expect(wallet().moneyTaken()).toBe(0);
    });

    test('can be handed to a test that sends them its own way', async () => {
      const { changes, arrives } = facts.changedWebhook;
      const reference = await createPayment();
      const { url, init } = await wallet().webhookFor(reference, changes);
      await fetch(url, init);
      expect(world.received).toMatchObject([arrives]);
      expectAbout(reference);
      expect(facts.open).toContain(world.received[0]!.fields.status);
      expect(wallet().deliveries()).toEqual([]);
    });

    test('are sent once, whatever the response', async () => {
      world.webhookStatus = 503;
      const reference = await createPayment();
      await wallet().approve(reference);
      expect(wallet().deliveries()).toMatchObject([{ reference, httpStatus: 503 }]);
      expect(world.received).toHaveLength(1);
    });

    test('are lost when the application is down, and nothing breaks', async () => {
      world.stopApplication();
      const reference = await createPayment();
      await wallet().approve(reference);
      expect(wallet().deliveries()).toMatchObject([{ reference, httpStatus: null }]);
      expect(await statusOf(reference)).toBe(PAID);
    });
  });

  describe('faults', () => {
    test.each([401, 429, 503])('a call answered with %s has no effect', async (status) => {
      const body = { message: 'busy' };
      wallet().failNext(endpoints.request, { kind: 'answer', status, body });
      expect(await request()).toEqual({ status, body });
      expect(wallet().transactions()).toEqual([]);
      expect((await request()).status).toBe(facts.accepted);
      expect(wallet().callCount(endpoints.request)).toBe(2);
    });

    test('a gateway’s page can replace the JSON', async () => {
      const reference = await createPayment();
      wallet().failNext(endpoints.status, { kind: 'html', status: 502 }, 2);
      for (const _ of [1, 2]) {
        const answer = await facts.fetchStatus(reference);
        expect(answer).toEqual({ status: 502, body: expect.stringContaining('<html>') });
      }
      expect(await statusOf(reference)).toBe('PENDING');
    });

    test('a payment can be accepted and the response lost', async () => {
      wallet().failNext(endpoints.request, { kind: 'cut', takesEffect: true });
      await expect(request()).rejects.toThrow();
      const [taken] = wallet().transactions();
      expect(taken).toMatchObject({ status: 'PENDING' });
      await wallet().approve(taken!.reference);
      expect(reportedStatuses()).toEqual([PAID]);
    });

    test('a payment can be accepted and answered 500', async () => {
      const fault = { kind: 'answer', status: 500, body: '', takesEffect: true } as const;
      wallet().failNext(endpoints.request, fault);
      expect((await request()).status).toBe(500);
      const [taken] = wallet().transactions();
      expect(await statusOf(taken!.reference)).toBe('PENDING');
    });

    test('a response can be truncated after the prompt was sent', async () => {
      const reference = await createPayment();
      wallet().failNext(endpoints.status, { kind: 'half-body' });
      await expect(facts.fetchStatus(reference)).rejects.toThrow();
      wallet().failNext(endpoints.request, { kind: 'half-body' });
      await expect(request(OTHER_NUMBER)).rejects.toThrow();
      expect(wallet().prompts()).toHaveLength(2);
      expect(wallet().transactions()).toHaveLength(2);
    });

    test('a call can hang until the caller gives up', async () => {
      wallet().failNext(endpoints.request, { kind: 'hang', takesEffect: true });
      const caller = new AbortController();
      const givenUp = expect(facts.request(NUMBER, caller.signal)).rejects.toThrow('aborted');
      await eventually(() => wallet().prompts()).toHaveLength(1);
      caller.abort();
      await givenUp;
    });

    test('a response can be late', async () => {
      wallet().failNext(endpoints.request, { kind: 'delay', ms: 60 });
      const answer = request();
      await eventually(() => wallet().prompts()).toHaveLength(1);
      expect((await answer).status).toBe(facts.accepted);
    });

    test('the provider can be unreachable, and a reset restores the initial state', async () => {
      await createPayment();
      wallet().configure({ isUnreachable: true });
      await expect(facts.callAnything()).rejects.toThrow();
      await expect(request()).rejects.toThrow();
      wallet().reset();
      expect(wallet().transactions()).toEqual([]);
      expect(wallet().prompts()).toEqual([]);
      expect(wallet().callCount(endpoints.request)).toBe(0);
      expect((await facts.callAnything()).status).toBe(200);
      expect((await request()).status).toBe(facts.accepted);
    });
  });

  describe('a restart', () => {
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), `${facts.name}-sandbox-`));
    });
    afterEach(async () => {
      await world.stop(); // The sandbox may be writing.
      await rm(folder, { recursive: true, force: true });
    });
    const fileName = `sandbox-${facts.name}.json`;

    test('keeps the money and the open prompts, and processes what became due meanwhile', async () => {
      const stateDir = join(folder, 'state');
      const stateFile = join(stateDir, fileName);
      await world.restart(facts.delays({ approveAfterMs: 60_000 }), stateDir);
      const taken = await createPayment();
      await wallet().approve(taken);
      const open = await createPayment(facts.numbers.at(-1)![0]);
      const planned = await createPayment('237677123400');
      await world.stop();
      await writeFile(stateFile, (await readFile(stateFile, 'utf8')).replace(/"at":\d+/, '"at":1'));

      await world.start(facts.delays({}), stateDir);
      expect(await statusOf(taken)).toBe(PAID);
      expect(await statusOf(open)).toBe('PENDING');
      expect(wallet().prompts()).toMatchObject([{ reference: open }]);
      await eventually(() => statusOf(planned)).toBe(PAID);
      expect(wallet().moneyTaken()).toBe(2 * AMOUNT);
      await wallet().approve(open);
      expect(await statusOf(open)).toBe(PAID);
      expect(wallet().moneyTaken()).toBe(3 * AMOUNT);
      await eventually(reportedStatuses).toEqual([PAID, PAID, PAID]);
    });

    test.each(['{"not": "a list"}', '[{"reference": 1}]'])(
      'moves an unreadable file aside and starts empty: %s',
      async (text) => {
        const stateFile = join(folder, fileName);
        await writeFile(stateFile, text);
        await world.restart(facts.delays({}), folder);
        expect(wallet().transactions()).toEqual([]);
        expect(await readFile(`${stateFile}.unreadable`, 'utf8')).toBe(text);
      },
    );
  });

  describe('on the phone page', () => {
    const phone = (path: string, init?: RequestInit) =>
      fetch(`${world.url}/sandbox/phone${path}`, init);
    const answer = (id: string, body: unknown) =>
      phone(`/prompts/${id}/answer`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });

    test('prompts are shown, of all numbers or of one, and approved with a PIN', async () => {
      const reference = await createPayment();
      await createPayment(OTHER_NUMBER);
      expect((await (await phone('/prompts')).json()).prompts).toHaveLength(2);
      const mine = await (await phone(`/prompts?number=${NUMBER}`)).json();
      const money = { amount: AMOUNT, currency: 'XAF' };
      const { name: provider } = facts;
      expect(mine.prompts).toMatchObject([
        { ...money, provider, merchant: 'Festival Awards', operator: 'MTN', number: NUMBER },
      ]);

      const { id } = mine.prompts[0];
      expect((await answer(id, { answer: 'approve', pin: '12' })).status).toBe(400);
      expect(await statusOf(reference)).toBe('PENDING');
      expect((await answer(id, { answer: 'approve', pin: '1234' })).status).toBe(204);
      expect(await statusOf(reference)).toBe(PAID);
      expect((await answer(id, { answer: 'decline' })).status).toBe(404);

      const after = await (await phone(`/prompts?number=${NUMBER}`)).json();
      expect(after.prompts).toEqual([]);
      expect(after.messages).toMatchObject([{ kind: 'paid', ...money }]);
    });

    test('prompts are declined without a PIN', async () => {
      const reference = await createPayment();
      const [prompt] = wallet().prompts();
      expect((await answer(prompt!.id, { answer: 'decline' })).status).toBe(204);
      expect(await statusOf(reference)).toBe('FAILED');
    });
  });
}
