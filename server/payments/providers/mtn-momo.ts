import { z } from 'zod';
import type { Logger } from '#server/platform/logger';
import { parsePhone } from '#shared/domain/phone';
import { type AdapterDeps, baseUrl, mobileMoneyAdapter, moneyAt } from './adapter';
import { PROMPT_CHECKS } from './check-times';
import { failedReport } from './failures/failed-report';
import { type FailureTable, MTN_FAILURES } from './failures/reasons';
import {
  evidenceOf,
  isRefusal,
  ProviderHttp,
  type ProviderRequest,
  type ProviderResponse,
  probeOf,
  sendWithToken,
  tokenOr,
  unsent,
} from './http/provider-http';
import { reportOfMissing, requestWithRepeat } from './http/requests-by-our-id';
import { type IssuedToken, TokenCache } from './http/token-cache';
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
import { asUuid, jsonIn, optionalText, plainAscii, reportedAmount } from './reported-fields';

const NAME = 'mtn-momo';
const CHECK_INTERVAL_MS = 2_000;
/**
 * Time after which a missing record is final, in ms: right after a request that timed out, MTN may
 * not have it yet.
 */
const MISSING_IS_FINAL_AFTER_MS = 10 * 60_000;

/**
 * The provider documents only a rate limit per payment. One voter who retries often could cause as
 * many concurrent queries.
 */
const CHECKS_AT_ONCE = 16;

const variables = z.object({
  MTN_MOMO_BASE_URL: baseUrl,
  MTN_MOMO_SUBSCRIPTION_KEY: z.string(),
  MTN_MOMO_API_USER: z.string(),
  MTN_MOMO_API_KEY: z.string(),
  MTN_MOMO_TARGET_ENVIRONMENT: z.string(),
});
type Settings = z.output<typeof variables>;

/** MTN's list is open-ended: any other code is `unknown`. */
const REASONS: FailureTable = MTN_FAILURES;

/** Codes by which MTN rejects our settings, whatever the HTTP status. Nothing was created. */
const REFUSED_SETTINGS = new Set([
  'NOT_ALLOWED',
  'NOT_ALLOWED_TARGET_ENVIRONMENT',
  'INVALID_CALLBACK_URL_HOST',
  'INVALID_CURRENCY',
]);

/** Failures that no payer could avoid: our settings or our account. */
const OUR_FAILURES = new Set([
  ...REFUSED_SETTINGS,
  'PAYEE_NOT_FOUND',
  'PAYEE_NOT_ALLOWED_TO_RECEIVE',
]);

/** MTN's Collections API, for MTN wallets only. */
export const mtnMomo = mobileMoneyAdapter({
  name: NAME,
  leastAmount: 1,
  operators: ['mtn'],
  variables,
  money: ({ MTN_MOMO_TARGET_ENVIRONMENT: environment, MTN_MOMO_BASE_URL: address }) =>
    environment === 'sandbox' ? 'test' : moneyAt(address, /^sandbox\./),
  create(settings, deps) {
    const momo: Momo = {
      call: createCall(settings, deps),
      logger: deps.logger,
      webhookUrl: deps.webhookUrl,
      isTestSystem: settings.MTN_MOMO_TARGET_ENVIRONMENT === 'sandbox',
    };
    return {
      checkIntervalMs: CHECK_INTERVAL_MS,
      checksAtOnce: CHECKS_AT_ONCE,
      checks: PROMPT_CHECKS,
      findsByOurId: true,
      votesCodeRoom: MAX_TEXT_LENGTH - NOTE.length - 1,
      // Our payment ids: MTN's own reference cannot be queried.
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

type Call = (request: ProviderRequest) => Promise<ProviderResponse>;

function createCall(settings: Settings, { logger, timeouts, onCircuit }: AdapterDeps): Call {
  const http = new ProviderHttp({
    name: NAME,
    baseUrl: settings.MTN_MOMO_BASE_URL,
    logger,
    timeouts,
    onCircuit,
  });
  const subscription = { 'Ocp-Apim-Subscription-Key': settings.MTN_MOMO_SUBSCRIPTION_KEY };
  const login = `${settings.MTN_MOMO_API_USER}:${settings.MTN_MOMO_API_KEY}`;
  const alarmIfRefused = (answer: ProviderResponse) => {
    if (!isOurFault(answer)) return;
    logger.error(
      { provider: NAME, alarm: 'provider-configuration', ...evidenceOf(answer) },
      'the provider rejects our settings',
    );
  };

  const tokens = new TokenCache(async () => {
    const answer = await http.send({
      method: 'POST',
      path: '/collection/token/',
      headers: { ...subscription, Authorization: `Basic ${btoa(login)}` },
      retries: 1,
    });
    alarmIfRefused(answer);
    return tokenOr(answer.status === 200 ? issuedToken(answer.body) : null, answer);
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

/** MTN recognises a repeat by our id, so a lost response does no harm. */
function requestPayment(momo: Momo, order: PaymentOrder): Promise<Acceptance> {
  const request = requestToPay(momo, order);
  return requestWithRepeat(
    () => momo.call(request),
    (answer) => acceptanceOf(order, answer),
  );
}

function requestToPay(momo: Momo, order: PaymentOrder) {
  const { paymentId, money, phone, description, votesCode } = order;
  return {
    method: 'POST',
    path: '/collection/v1_0/requesttopay',
    headers: {
      'X-Reference-Id': paymentId,
      // Only its host must be the registered one. The path names the payment, because the body does
      // not.
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

/** The only currency of MTN's test system. The same figure in euros stands for our francs. */
const TEST_CURRENCY = 'EUR';

const MAX_TEXT_LENGTH = 160;
/** Text the payee reads; the vote code follows it. */
const NOTE = 'Votes';

/**
 * Reduces text to letters, digits and spaces, never empty: MTN rejects an apostrophe and fails on
 * "".
 */
const plainText = (text: string): string =>
  plainAscii(text)
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT_LENGTH) || NOTE;

function acceptanceOf({ paymentId }: PaymentOrder, answer: ProviderResponse): Acceptance {
  const evidence = evidenceOf(answer);
  // 409: this payment already exists.
  if (answer.status === 202 || answer.status === 409) {
    return { outcome: 'accepted', providerRef: paymentId, evidence };
  }
  if (!answer.wasSent) return unsent(evidence);
  const isRefused = isRefusal(answer) || isOurFault(answer);
  return isRefused
    ? { outcome: 'refused', reason: 'unavailable', evidence }
    : { outcome: 'unknown', evidence };
}

/** True for wrong keys, address or target environment; a payer's problem never looks like this. */
const isOurFault = (answer: ProviderResponse): boolean =>
  answer.status === 400 ||
  answer.status === 401 ||
  answer.status === 403 ||
  REFUSED_SETTINGS.has(codeOf(answer) ?? '');

/** Errors have a code and a message; a failed payment has a code, or both. */
const explanation = z.object({ code: optionalText, message: optionalText });

const codeOf = ({ body }: ProviderResponse): string | null =>
  explanation.safeParse(body).data?.code ?? null;

const payment = z.object({
  status: z.string(),
  amount: reportedAmount,
  currency: z.string(),
  externalId: optionalText,
  financialTransactionId: optionalText,
  payer: z.object({ partyId: optionalText }).nullish().catch(null),
  payeeNote: optionalText.catch(null),
  reason: z.union([optionalText, explanation.transform(({ code, message }) => code ?? message)]),
});
type MomoPayment = z.output<typeof payment>;

/**
 * MTN's responses do not repeat the id of the request, so only valid ids are sent: our own, or an
 * attached one that passed the same validation as every stored reference.
 */
async function queryPayment(momo: Momo, reference: ProviderReference): Promise<ProviderReport> {
  const { paymentId, providerRef, isAttached } = reference;
  const id = (isAttached && providerRef && asUuid(providerRef)) || paymentId;
  const path = `/collection/v1_0/requesttopay/${encodeURIComponent(id)}`;
  const answer = await momo.call({ method: 'GET', path, retries: 1 });
  if (answer.status === 404) return reportOfMissing(reference, answer, MISSING_IS_FINAL_AFTER_MS);
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

/** Reads a record by our id, which is the id of the request. */
async function readRecord(momo: Momo, { paymentId }: NamedRecord): Promise<RecordReading> {
  if (paymentId === null) return { outcome: 'none' };
  const path = `/collection/v1_0/requesttopay/${encodeURIComponent(paymentId)}`;
  const answer = await momo.call({ method: 'GET', path, retries: 1 });
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
      startedAt: null,
      payer: { phone: phone ? parsePhone(phone) : null, email: null },
    },
  };
}

const RECORD_STATES: Readonly<Record<string, ProviderRecord['state']>> = {
  SUCCESSFUL: 'paid',
  FAILED: 'over',
};

const isPaid = (status: string): boolean => status.toUpperCase() === 'SUCCESSFUL';

/** The stored part of a record. */
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
      return failedReport(REASONS, found.reason, { providerRef, evidence });
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
 * Callbacks are not signed, so none is rejected and none is trusted. MTN sends a callback only
 * once, so each one that names a payment of ours triggers a check.
 */
function readWebhook({ pathSuffix, body }: RawWebhook): WebhookReading {
  const { externalId = null, status = null } = callback.safeParse(jsonIn(body)).data ?? {};
  const paymentId = asUuid(pathSuffix) ?? asUuid(externalId);
  if (paymentId === null)
    return {
      outcome: 'irrelevant',
      isSigned: false,
      evidence: { webhook: 'names no payment' },
    };
  return {
    outcome: 'hint',
    isSigned: false,
    hint: { paymentId, providerRef: null, claim: `:${status ?? 'unreadable'}` },
  };
}
