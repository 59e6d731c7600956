import { z } from 'zod';
import { parsePhone } from '#shared/domain/phone';
import type { Logger } from '../../platform/logger';
import { type AdapterDeps, baseUrl, mobileMoneyAdapter, moneyAt } from './adapter';
import { PROMPT_CHECKS } from './check-times';
import { type FailureTable, failureReasonIn, MTN_WORDS } from './failure-reasons';
import type {
  Acceptance,
  NamedRecord,
  PaymentOrder,
  ProviderRecord,
  ProviderReference,
  ProviderReport,
  RawWebhook,
  RecordReading,
  ReportedMoney,
  WebhookReading,
} from './provider';
import {
  evidenceOf,
  isGone,
  isRefusal,
  type ProviderAnswer,
  ProviderHttp,
  type ProviderRequest,
  probeOf,
  restBeforeRepeat,
  sendWithToken,
} from './provider-http';
import {
  asUuid,
  impersonal,
  jsonIn,
  optionalText,
  plainAscii,
  reportedAmount,
} from './reported-fields';
import { type IssuedToken, TokenCache } from './token-cache';

const NAME = 'mtn-momo';
const CHECK_INTERVAL_MS = 2_000;
/** Right after a request that got no answer MTN may not know it yet; by then it would. */
const UNKNOWN_FOR_GOOD_MS = 10 * 60_000;

/** None of its limits is known but that for one payment: what an impatient human would not notice. */
const CHECKS_AT_ONCE = 16;

const variables = z.object({
  MTN_MOMO_BASE_URL: baseUrl,
  MTN_MOMO_SUBSCRIPTION_KEY: z.string(),
  MTN_MOMO_API_USER: z.string(),
  MTN_MOMO_API_KEY: z.string(),
  MTN_MOMO_TARGET_ENVIRONMENT: z.string(),
});
type Settings = z.output<typeof variables>;

/** The list is open: whatever is not in it is `unknown`, as is what libraries have seen besides. */
const REASONS: FailureTable = MTN_WORDS;

/** Codes by which MTN refuses our settings, whatever status they come with. Nothing was created. */
const REFUSED_SETTINGS = new Set([
  'NOT_ALLOWED',
  'NOT_ALLOWED_TARGET_ENVIRONMENT',
  'INVALID_CALLBACK_URL_HOST',
  'INVALID_CURRENCY',
]);

/** Why a payment failed that no payer could have paid: the same settings, or our account. */
const OUR_FAILURES = new Set([
  ...REFUSED_SETTINGS,
  'PAYEE_NOT_FOUND',
  'PAYEE_NOT_ALLOWED_TO_RECEIVE',
]);

/** MTN's own Collections API, for MTN wallets only. */
export const mtnMomo = mobileMoneyAdapter({
  name: NAME,
  leastAmount: 1,
  operators: ['mtn'],
  variables,
  money: ({ MTN_MOMO_TARGET_ENVIRONMENT: environment, MTN_MOMO_BASE_URL: address }) =>
    environment === 'sandbox' ? 'test' : moneyAt(address, /^sandbox\./),
  create(settings, deps) {
    const momo: Momo = {
      call: caller(settings, deps),
      logger: deps.logger,
      webhookUrl: deps.webhookUrl,
      isTestSystem: settings.MTN_MOMO_TARGET_ENVIRONMENT === 'sandbox',
    };
    return {
      checkIntervalMs: CHECK_INTERVAL_MS,
      checksAtOnce: CHECKS_AT_ONCE,
      checks: PROMPT_CHECKS,
      findsByOurId: true,
      votesCodeRoom: LONGEST_TEXT - NOTE.length - 1,
      // Our own payment ids: what MTN calls by another name is not asked for by it.
      readReference: asUuid,
      requestPayment: (order) => requestPayment(momo, order),
      queryPayment: (reference) => queryPayment(momo, reference),
      readRecord: (named) => readRecord(momo, named),
      readWebhook: async (webhook) => readWebhook(webhook),
      probe: async () =>
        probeOf(await momo.call({ method: 'GET', path: '/collection/v1_0/account/balance' })),
    };
  },
});

interface Momo {
  call: Call;
  logger: Logger;
  webhookUrl: string | null;
  isTestSystem: boolean;
}

type Call = (request: ProviderRequest) => Promise<ProviderAnswer>;

function caller(settings: Settings, { logger, timeouts }: AdapterDeps): Call {
  const http = new ProviderHttp({
    name: NAME,
    baseUrl: settings.MTN_MOMO_BASE_URL,
    logger,
    timeouts,
  });
  const subscription = { 'Ocp-Apim-Subscription-Key': settings.MTN_MOMO_SUBSCRIPTION_KEY };
  const login = `${settings.MTN_MOMO_API_USER}:${settings.MTN_MOMO_API_KEY}`;
  const alarmIfRefused = (answer: ProviderAnswer) => {
    if (!isOurFault(answer)) return;
    logger.error(
      { provider: NAME, alarm: 'provider-configuration', ...evidenceOf(answer) },
      'the provider refuses our settings',
    );
  };

  const tokens = new TokenCache(async () => {
    const answer = await http.send({
      method: 'POST',
      path: '/collection/token/',
      headers: { ...subscription, Authorization: `Basic ${btoa(login)}` },
      repeats: 1,
    });
    alarmIfRefused(answer);
    return answer.status === 200 ? issuedToken(answer.body) : null;
  });
  return async (request) => {
    const answer = await sendWithToken(tokens, (token) =>
      http.send({
        ...request,
        headers: {
          ...subscription,
          Authorization: `Bearer ${token}`,
          'X-Target-Environment': settings.MTN_MOMO_TARGET_ENVIRONMENT,
          ...request.headers,
        },
      }),
    );
    alarmIfRefused(answer);
    return answer;
  };
}

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
});

function issuedToken(body: unknown): IssuedToken | null {
  const { data } = tokenAnswer.safeParse(body);
  return data ? { value: data.access_token, lifetimeMs: data.expires_in * 1_000 } : null;
}

/** MTN knows the payment by our own id from the start, so a lost answer is no loss. */
async function requestPayment(momo: Momo, order: PaymentOrder): Promise<Acceptance> {
  const request = requestToPay(momo, order);
  const answer = await momo.call(request);
  // MTN alone takes a repeat under the same id for what it is. After a time-out it is not sent again: the voter has waited long enough.
  const isWorthRepeating = isGone(answer) && answer.wasSent && answer.trouble !== 'TimeoutError';
  if (!isWorthRepeating) return acceptanceOf(order, answer);
  await restBeforeRepeat();
  const again = acceptanceOf(order, await momo.call(request));
  // Whatever else the second answer says, the first request may have been accepted.
  return again.outcome === 'accepted'
    ? again
    : { outcome: 'unknown', evidence: { ...evidenceOf(answer), repeated: true } };
}

function requestToPay(momo: Momo, order: PaymentOrder) {
  const { paymentId, money, phone, description, votesCode } = order;
  return {
    method: 'POST',
    path: '/collection/v1_0/requesttopay',
    headers: {
      'X-Reference-Id': paymentId,
      // Only its host must be the registered one: the path names the payment, for the body does not.
      ...(momo.webhookUrl === null ? {} : { 'X-Callback-Url': `${momo.webhookUrl}/${paymentId}` }),
    },
    json: {
      amount: String(money.amountMinor),
      currency: momo.isTestSystem ? TEST_CURRENCY : money.currency,
      externalId: paymentId,
      payer: { partyIdType: 'MSISDN', partyId: phone },
      payerMessage: plainText(description),
      payeeNote: votesCode === null ? NOTE : `${NOTE} ${votesCode}`,
    },
  } as const satisfies ProviderRequest;
}

/** All that MTN's test system takes. There the same figure of euros stands for our francs. */
const TEST_CURRENCY = 'EUR';

const LONGEST_TEXT = 160;
/** What the payee reads; the votes travel behind it. */
const NOTE = 'Votes';

/** Letters, digits and spaces, and never nothing: MTN refuses an apostrophe, and fails at "". */
const plainText = (text: string): string =>
  plainAscii(text)
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .slice(0, LONGEST_TEXT) || NOTE;

function acceptanceOf({ paymentId }: PaymentOrder, answer: ProviderAnswer): Acceptance {
  const evidence = evidenceOf(answer);
  // 409: this very payment is there already.
  if (answer.status === 202 || answer.status === 409) {
    return { outcome: 'accepted', providerRef: paymentId, evidence };
  }
  const isRefused = !answer.wasSent || isRefusal(answer) || isOurFault(answer);
  return isRefused
    ? { outcome: 'refused', reason: 'unavailable', evidence }
    : { outcome: 'unknown', evidence };
}

/** Keys, address or target environment; a payer's trouble never looks like this. */
const isOurFault = (answer: ProviderAnswer): boolean =>
  answer.status === 400 ||
  answer.status === 401 ||
  answer.status === 403 ||
  REFUSED_SETTINGS.has(codeOf(answer) ?? '');

/** Errors are a code with a message; a failed payment gives a code, or the same two. */
const explained = z.object({ code: optionalText, message: optionalText });

const codeOf = ({ body }: ProviderAnswer): string | null =>
  explained.safeParse(body).data?.code ?? null;

const payment = z.object({
  status: z.string(),
  amount: reportedAmount,
  currency: z.string(),
  externalId: optionalText,
  financialTransactionId: optionalText,
  payer: z.object({ partyId: optionalText }).nullish().catch(null),
  payeeNote: optionalText.catch(null),
  reason: z.union([optionalText, explained.transform(({ code, message }) => code ?? message)]),
});
type MomoPayment = z.output<typeof payment>;

/**
 * Its answers do not repeat the id that they were asked by, so no other is ever sent: our own, or an
 * attached one that was read as every stored one is.
 */
async function queryPayment(momo: Momo, reference: ProviderReference): Promise<ProviderReport> {
  const { paymentId, providerRef, isAttached } = reference;
  const id = (isAttached && providerRef && asUuid(providerRef)) || paymentId;
  const path = `/collection/v1_0/requesttopay/${encodeURIComponent(id)}`;
  const answer = await momo.call({ method: 'GET', path, repeats: 1 });
  if (answer.status === 404) return reportOfMissing(reference, answer);
  const found = answer.status === 200 ? payment.safeParse(answer.body) : null;
  if (!found?.success) return { outcome: 'unknown', evidence: evidenceOf(answer) };
  const { externalId, status } = found.data;
  const namesPayment = asUuid(externalId);
  const isOurs = externalId === null || namesPayment === paymentId;
  if (isOurs || isAttached) {
    const report = reportOf(momo, id, found.data);
    return isOurs || report.outcome !== 'paid' ? report : { ...report, namesPayment };
  }
  const evidence = { ...recordOf(found.data), namesPayment };
  return isPaid(status)
    ? { outcome: 'misplaced', foundBy: 'our-id', evidence }
    : { outcome: 'unknown', evidence };
}

/** By our own id, which is the request's. */
async function readRecord(momo: Momo, { paymentId }: NamedRecord): Promise<RecordReading> {
  if (paymentId === null) return { outcome: 'none' };
  const path = `/collection/v1_0/requesttopay/${encodeURIComponent(paymentId)}`;
  const answer = await momo.call({ method: 'GET', path, repeats: 1 });
  if (answer.status === 404) return { outcome: 'none' };
  const { data: found } = payment.safeParse(answer.status === 200 ? answer.body : null);
  if (!found) return { outcome: 'unanswered' };
  if (asUuid(found.externalId) !== paymentId) return { outcome: 'none' };
  const phone = found.payer?.partyId;
  return {
    outcome: 'record',
    record: {
      paymentId,
      providerRef: paymentId,
      state: RECORD_STATES[found.status.toUpperCase()] ?? 'pending',
      money: moneyOf(momo, found),
      votesCode: found.payeeNote?.match(/(\w+)$/)?.[1] ?? null,
      begunAt: null,
      payer: { phone: phone ? parsePhone(phone) : null, email: null },
    },
  };
}

const RECORD_STATES: Readonly<Record<string, ProviderRecord['state']>> = {
  SUCCESSFUL: 'paid',
  FAILED: 'over',
};

const isPaid = (status: string): boolean => status.toUpperCase() === 'SUCCESSFUL';

function reportOfMissing(
  { providerRef, createdAt, askedAt }: ProviderReference,
  answer: ProviderAnswer,
): ProviderReport {
  const evidence = evidenceOf(answer);
  const isOld = askedAt.getTime() - createdAt.getTime() > UNKNOWN_FOR_GOOD_MS;
  // One that MTN has accepted does not vanish, whatever it says now.
  return isOld && providerRef === null
    ? { outcome: 'failed', reason: 'unavailable', providerRef: null, evidence }
    : { outcome: 'missing', evidence };
}

/** What is kept of a record. */
const recordOf = (found: MomoPayment) => ({
  operator: 'MTN',
  operatorReference: found.financialTransactionId,
  amount: found.amount,
  currency: found.currency,
});

function moneyOf({ isTestSystem }: Momo, { amount, currency }: MomoPayment): ReportedMoney {
  const isTestMoney = isTestSystem && currency === TEST_CURRENCY;
  return { amountMinor: amount, currency: isTestMoney ? 'XAF' : currency };
}

function reportOf(momo: Momo, providerRef: string, found: MomoPayment): ProviderReport {
  const evidence = recordOf(found);
  switch (found.status.toUpperCase()) {
    case 'SUCCESSFUL':
      return { outcome: 'paid', money: moneyOf(momo, found), providerRef, evidence };
    case 'FAILED':
      alarmIfOurs(momo, found.reason);
      return {
        outcome: 'failed',
        reason: failureReasonIn(REASONS, found.reason),
        providerRef,
        evidence: { ...evidence, providerReason: impersonal(found.reason) },
      };
    default:
      return { outcome: 'pending', providerRef };
  }
}

function alarmIfOurs({ logger }: Momo, providerReason: string | null): void {
  if (providerReason === null || !OUR_FAILURES.has(providerReason)) return;
  const alarm = { provider: NAME, alarm: 'provider-configuration', providerReason };
  logger.error(alarm, 'a payment failed because of our settings');
}

const callback = z.object({
  externalId: optionalText.catch(null),
  status: z.enum(['PENDING', 'SUCCESSFUL', 'FAILED']).nullable().catch(null),
});

/**
 * Nothing is signed, so nothing is held against a callback and nothing in it is believed. It comes
 * once: whatever names a payment of ours is reason enough to ask.
 */
function readWebhook({ pathSuffix, body }: RawWebhook): WebhookReading {
  const { externalId = null, status = null } = callback.safeParse(jsonIn(body)).data ?? {};
  const paymentId = asUuid(pathSuffix) ?? asUuid(externalId);
  if (paymentId === null)
    return { outcome: 'irrelevant', evidence: { webhook: 'names no payment' } };
  return {
    outcome: 'hint',
    hint: { paymentId, providerRef: null, claim: `:${status ?? 'unreadable'}` },
  };
}
