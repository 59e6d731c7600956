import { setTimeout as delay } from 'node:timers/promises';
import { jwtVerify } from 'jose';
import { z } from 'zod';
import type { Evidence } from '#shared/contracts/payment-events';
import type { FailureReason } from '#shared/domain/payment';
import { parsePhone } from '#shared/domain/phone';
import { type AdapterDeps, baseUrl, mobileMoneyAdapter, moneyAt } from './adapter';
import { PROMPT_CHECKS } from './check-times';
import { failedReport } from './failures/failed-report';
import { type FailureTable, MTN_FAILURES } from './failures/reasons';
import {
  evidenceOf,
  isRefusal,
  type ListRequest,
  ProviderHttp,
  type ProviderRequest,
  type ProviderResponse,
  probeOf,
  sendWithToken,
  tokenOr,
  unsent,
} from './http/provider-http';
import { type IssuedToken, TokenCache } from './http/token-cache';
import type {
  Acceptance,
  Listed,
  NamedRecord,
  PaymentOrder,
  ProviderRecord,
  ProviderReference,
  ProviderReport,
  RawWebhook,
  RecordReading,
  WebhookReading,
} from './provider';
import {
  asReference,
  asUuid,
  codeAtEnd,
  jsonIn,
  optionalText,
  orMisplaced,
  reportedAmount,
  textWithCode,
} from './reported-fields';
import { campayStatement, readHistory } from './statements/campay';

const NAME = 'campay';
const CHECK_INTERVAL_MS = 2_000;
const CLOCK_TOLERANCE_S = 60;

/**
 * The provider documents only a rate limit per payment. One voter who retries often could cause as
 * many concurrent queries.
 */
const CHECKS_AT_ONCE = 16;

const variables = z
  .object({
    CAMPAY_BASE_URL: baseUrl,
    CAMPAY_TOKEN: z.string().optional(),
    CAMPAY_USERNAME: z.string().optional(),
    CAMPAY_PASSWORD: z.string().optional(),
    CAMPAY_WEBHOOK_KEY: z.string(),
  })
  .refine((login) => credentialsIn(login) !== null, {
    message: 'CAMPAY_TOKEN, or CAMPAY_USERNAME with CAMPAY_PASSWORD, is missing',
    // Reported together with the other missing variables.
    when: () => true,
  });
type Settings = z.output<typeof variables>;

/** A permanent token, or the credentials to request a temporary one. */
type Credentials = { token: string } | { username: string; password: string };

interface Login {
  CAMPAY_TOKEN?: string | undefined;
  CAMPAY_USERNAME?: string | undefined;
  CAMPAY_PASSWORD?: string | undefined;
}

function credentialsIn(login: Login): Credentials | null {
  const { CAMPAY_TOKEN: token, CAMPAY_USERNAME: username, CAMPAY_PASSWORD: password } = login;
  if (token) return { token };
  return username && password ? { username, password } : null;
}

/**
 * Campay publishes no list of reasons and passes on the mobile operator's text; these are Orange's,
 * as observed.
 */
const REASONS: FailureTable = { ...MTN_FAILURES, INITIATEE_NOT_FOUND: 'no-wallet' };

/** Collections through campay.net, for MTN and Orange wallets. */
export const campay = mobileMoneyAdapter({
  name: NAME,
  // Orange's minimum; MTN's is 5.
  leastAmount: 10,
  operators: ['mtn', 'orange'],
  variables,
  // https://demo.campay.net is its test system.
  money: ({ CAMPAY_BASE_URL: address }) => moneyAt(address, /^demo\./),
  create(settings, deps) {
    const call = createCall(settings, deps);
    const history = new HistorySearch(call);
    const webhookKey = new TextEncoder().encode(settings.CAMPAY_WEBHOOK_KEY);
    return {
      checkIntervalMs: CHECK_INTERVAL_MS,
      checksAtOnce: CHECKS_AT_ONCE,
      checks: PROMPT_CHECKS,
      findsByOurId: false,
      votesCodeRoom: VOTES_CODE_ROOM,
      readReference,
      requestPayment: (order) => requestPayment(call, order),
      queryPayment: (reference) => queryPayment(call, history, reference),
      readRecord: (named) => readRecord(call, named),
      readWebhook: (webhook) => readWebhook(webhookKey, webhook),
      probe: async () => probeOf(await call({ method: 'GET', path: '/balance/' })),
      statement: campayStatement(call),
      lists: {
        everyMs: DAY_MS,
        lookBackMs: 8 * DAY_MS,
        areComplete: true,
        read: (from, until, take) => readLists(call, from, until, take),
      },
    };
  },
});

/** UUIDs as far as observed; the documentation does not guarantee it. */
const readReference = (text: string) => asReference(text, /^.{1,100}$/);

type Call = (request: ProviderRequest | ListRequest) => Promise<ProviderResponse>;

function createCall(settings: Settings, { logger, timeouts, onCircuit }: AdapterDeps): Call {
  const http = new ProviderHttp({
    name: NAME,
    baseUrl: settings.CAMPAY_BASE_URL,
    logger,
    timeouts,
    onCircuit,
  });
  const alarm = (answer: ProviderResponse) =>
    logger.error(
      { provider: NAME, alarm: 'provider-configuration', ...evidenceOf(answer) },
      'the provider rejects our credentials',
    );
  const tokens = new TokenCache(async () => {
    const credentials = credentialsIn(settings);
    if (credentials === null) return { reason: 'no credentials', isRefused: false };
    if ('token' in credentials) return { value: credentials.token, lifetimeMs: NEVER_EXPIRES_MS };
    const request = { method: 'POST', path: '/token/', json: credentials, retries: 1 } as const;
    const answer = await http.send(request);
    if (isRefusal(answer)) alarm(answer);
    return tokenOr(answer.status === 200 ? issuedToken(answer.body) : null, answer);
  });
  return async (request) => {
    const answer = await sendWithToken(tokens, (token) =>
      // The scheme is Token, not Bearer.
      http.send({ ...request, headers: { Authorization: `Token ${token}` } }),
    );
    // Raised also after a new token, or with a permanent one.
    if (answer.status === 401 || answer.status === 403) alarm(answer);
    return answer;
  };
}

const NEVER_EXPIRES_MS = Number.POSITIVE_INFINITY;

const tokenAnswer = z.object({ token: z.string().min(1), expires_in: z.number().positive() });

function issuedToken(body: unknown): IssuedToken | null {
  const { data } = tokenAnswer.safeParse(body);
  return data ? { value: data.token, lifetimeMs: data.expires_in * 1_000 } : null;
}

/** Like `readReference`; a response without a reference is unreadable. */
const ownReference = z.string().transform((text, context) => {
  const reference = readReference(text);
  if (reference === null) context.addIssue('no reference');
  return reference ?? '';
});

const collectAnswer = z.object({
  reference: ownReference,
  operator: optionalText,
});

/** Campay documents no maximum length; it has accepted descriptions of this length. */
const MAX_DESCRIPTION_LENGTH = 100;
const VOTES_CODE_ROOM = 60;

async function requestPayment(call: Call, order: PaymentOrder): Promise<Acceptance> {
  const answer = await call({
    method: 'POST',
    path: '/collect/',
    json: {
      amount: String(order.money.amountMinor),
      currency: order.money.currency,
      from: order.phone,
      // Campay's records return only this text and our id.
      description: textWithCode(order.description, order.votesCode, MAX_DESCRIPTION_LENGTH),
      external_reference: order.paymentId,
      external_user: order.paymentId,
    },
  });
  const accepted = answer.status === 200 ? collectAnswer.safeParse(answer.body) : null;
  if (accepted?.success) {
    const { reference, operator } = accepted.data;
    return { outcome: 'accepted', providerRef: reference, evidence: { operator } };
  }
  const evidence = evidenceOf(answer);
  if (!answer.wasSent) return unsent(evidence);
  const isRefused = (isRefusal(answer) && answer.body !== undefined) || isTooSoon(answer);
  if (!isRefused) return { outcome: 'unknown', evidence };
  const isAboutPayer = isTooSoon(answer) || errorCodeIn(answer) === INVALID_AMOUNT;
  return { outcome: 'refused', reason: refusalReason(answer), isAboutPayer, evidence };
}

const INVALID_AMOUNT = 'ER201';

const REFUSALS: Readonly<Record<string, FailureReason>> = {
  ER101: 'no-wallet',
  ER102: 'unsupported-operator',
  // The amount or our balance: nothing the voter can correct.
  [INVALID_AMOUNT]: 'unavailable',
  ER301: 'unavailable',
};

/**
 * True for a second prompt within a minute, in which case nothing was sent. The HTTP status is not
 * documented.
 */
const isTooSoon = ({ body }: ProviderResponse): boolean =>
  /rate limit per phone/i.test(JSON.stringify(body) ?? '');

/** All other refusals are temporary and end within minutes. */
const refusalReason = (answer: ProviderResponse): FailureReason =>
  REFUSALS[errorCodeIn(answer) ?? ''] ?? 'unavailable';

/** Some responses contain the code only inside their text. */
const errorCodeIn = ({ body }: ProviderResponse): string | null =>
  JSON.stringify(body)?.match(/ER\d{3}/)?.[0] ?? null;

const transaction = z.object({
  reference: ownReference,
  external_reference: optionalText,
  external_user: optionalText,
  status: z.string(),
  /** Observed as text with two decimals, documented as a number. */
  amount: reportedAmount,
  currency: z.string(),
  operator: optionalText,
  operator_reference: optionalText,
  endpoint: optionalText,
  reason: optionalText,
  description: optionalText,
  phone_number: optionalText,
});
type CampayTransaction = z.output<typeof transaction>;

const callback = z.object({
  signature: z.string(),
  reference: optionalText,
  status: optionalText,
  external_reference: optionalText,
  external_user: optionalText,
});

async function queryPayment(
  call: Call,
  history: HistorySearch,
  reference: ProviderReference,
): Promise<ProviderReport> {
  const { providerRef } = reference;
  if (providerRef === null) return findInHistory(call, history, reference);
  const answer = await fetchTransaction(call, providerRef);
  const { data } = transaction.safeParse(answer.status === 200 ? answer.body : null);
  if (!data && answer.status !== 404) return { outcome: 'unknown', evidence: evidenceOf(answer) };
  const found = data && isRecord(data, providerRef) ? data : null;
  const isOurs = found && (reference.isAttached || isNamed(found, reference.paymentId));
  if (isOurs) return reportOf(found, reference);
  // The reference may be a webhook's claim and lead to no record, or to another payment's.
  const listed = await findInHistory(call, history, reference);
  const isOtherPayment = found !== null && isPaid(found.status);
  return orMisplaced(listed, isOtherPayment ? otherPaymentEvidence(found) : null);
}

/** Reads a record by its reference only: Campay cannot look up our id. */
async function readRecord(call: Call, { providerRef }: NamedRecord): Promise<RecordReading> {
  const reference = providerRef && readReference(providerRef);
  if (reference === null) return { outcome: 'none' };
  const answer = await fetchTransaction(call, reference);
  if (answer.status === 404) return { outcome: 'none' };
  const { data: found } = transaction.safeParse(answer.status === 200 ? answer.body : null);
  if (!found) return { outcome: 'unanswered' };
  const paymentId = namedBy(found);
  if (paymentId === null || !isRecord(found, reference)) return { outcome: 'none' };
  return {
    outcome: 'record',
    record: {
      paymentId,
      providerRef: reference,
      state: RECORD_STATES[found.status.toUpperCase()] ?? 'pending',
      money: { amountMinor: found.amount, currency: found.currency },
      votesCode: codeAtEnd(found.description),
      startedAt: null,
      payer: { phone: parsePhone(found.phone_number ?? ''), email: null },
    },
  };
}

const RECORD_STATES: Readonly<Record<string, ProviderRecord['state']>> = {
  SUCCESSFUL: 'paid',
  FAILED: 'over',
};

/** The stored part of a record. */
const recordOf = (found: CampayTransaction) => ({
  operator: found.operator,
  operatorReference: found.operator_reference,
  amount: found.amount,
  currency: found.currency,
});

const otherPaymentEvidence = (found: CampayTransaction): Evidence => ({
  providerReference: found.reference,
  namesPayment: namedBy(found),
  ...recordOf(found),
});

/** Returns our payment's id named by the record. */
const namedBy = ({ external_reference, external_user }: CampayTransaction): string | null =>
  asUuid(external_reference) ?? asUuid(external_user);

const isPaid = (status: string): boolean => status.toUpperCase() === 'SUCCESSFUL';

const fetchTransaction = (call: Call, reference: string) =>
  call({ method: 'GET', path: `/transaction/${encodeURIComponent(reference)}/`, retries: 1 });

/** True when the record is the requested collection. */
const isRecord = ({ reference, endpoint }: CampayTransaction, providerRef: string): boolean =>
  reference === readReference(providerRef) && (endpoint === null || endpoint === 'collect');

/** The reference may be a webhook's claim, so the transaction itself must name our payment. */
function isNamed({ external_reference, external_user }: CampayTransaction, paymentId: string) {
  const names = [external_reference, external_user].filter((name) => name !== null);
  return names.length > 0 && names.every((name) => asUuid(name) === paymentId);
}

function reportOf(found: CampayTransaction, { paymentId }: ProviderReference): ProviderReport {
  const providerRef = found.reference;
  const evidence = recordOf(found);
  const named = namedBy(found);
  switch (found.status.toUpperCase()) {
    case 'SUCCESSFUL':
      return {
        outcome: 'paid',
        money: { amountMinor: found.amount, currency: found.currency },
        providerRef,
        namesPayment: named === paymentId ? null : named,
        evidence,
      };
    case 'FAILED':
      return failedReport(REASONS, found.reason, { providerRef, evidence });
    default:
      return { outcome: 'pending', providerRef };
  }
}

/**
 * Finds a payment whose collect response never reached us. Campay lists only finished transactions,
 * by day, and cannot look up our reference.
 */
async function findInHistory(
  call: Call,
  history: HistorySearch,
  reference: ProviderReference,
): Promise<ProviderReport> {
  const found = await history.find(reference);
  if ('outcome' in found) return found;
  const detail = await fetchTransaction(call, found.providerRef);
  const { data } = transaction.safeParse(detail.status === 200 ? detail.body : null);
  if (!data || !isRecord(data, found.providerRef)) {
    return { outcome: 'unknown', evidence: evidenceOf(detail) };
  }
  if (isNamed(data, reference.paymentId)) return reportOf(data, reference);
  // Found by the id that we assigned: a second record makes it unclear which payment the money
  // belongs to.
  return isPaid(data.status)
    ? { outcome: 'misplaced', foundBy: 'our-id', evidence: otherPaymentEvidence(data) }
    : { outcome: 'unknown', evidence: otherPaymentEvidence(data) };
}

type Found = { providerRef: string } | ProviderReport;

interface PendingSearch {
  createdAt: Date;
  found: Promise<Found>;
  settle: (found: Found) => void;
}

/** Time in which searches are collected into one batch, in ms. */
const GATHER_MS = 20;
/** Pause after reading a list, in ms per entry: 50,000 entries take most of a second to read. */
const PAUSE_PER_ENTRY_MS = 0.2;
/** Number of entries up to which no pause is necessary. */
const SHORT_LIST = 1_000;

/** Batches concurrent searches, so that the history is read once for all of them. */
class HistorySearch {
  readonly #call: Call;
  #searches = new Map<string, PendingSearch>();
  #isBusy = false;
  /** By the monotonic clock, in ms. */
  #pausedUntil = 0;

  constructor(call: Call) {
    this.#call = call;
  }

  find({ paymentId, createdAt, askedAt }: ProviderReference): Promise<Found> {
    const pending = this.#searches.get(paymentId);
    if (pending) return pending.found;
    if (!this.#isBusy && performance.now() < this.#pausedUntil) {
      return Promise.resolve(READ_RECENTLY);
    }
    let settle: PendingSearch['settle'] = () => undefined;
    const found = new Promise<Found>((resolve) => {
      settle = resolve;
    });
    this.#searches.set(paymentId, { createdAt, found, settle });
    if (!this.#isBusy) void this.#readAll(askedAt);
    return found;
  }

  async #readAll(until: Date): Promise<void> {
    this.#isBusy = true;
    await delay(GATHER_MS);
    // Searches that arrive from now on use the next read.
    const searches = this.#searches;
    this.#searches = new Map();
    const oldest = Math.min(...[...searches.values()].map(({ createdAt }) => createdAt.getTime()));
    let length = 0;
    const answer = await readHistory(this.#call, new Date(oldest), until, (listed) => {
      length += listed.length;
      for (const { external_user, reference_uuid } of historyEntriesIn(listed)) {
        if (external_user !== null)
          searches.get(external_user)?.settle({ providerRef: reference_uuid });
      }
    });
    const isRead = answer.status === 200 && answer.isReadable;
    for (const { settle } of searches.values()) {
      settle(
        isRead
          ? { outcome: 'missing', evidence: { history: 'not listed' } }
          : { outcome: 'unknown', evidence: { ...evidenceOf(answer), history: 'not read' } },
      );
    }
    this.#isBusy = false;
    if (length > SHORT_LIST) this.#pause(PAUSE_PER_ENTRY_MS * length);
    else if (this.#searches.size > 0) void this.#readAll(until);
  }

  /** Searches that arrived while the list was read fail and must be retried. */
  #pause(ms: number): void {
    this.#pausedUntil = performance.now() + ms;
    for (const { settle } of this.#searches.values()) settle(READ_RECENTLY);
    this.#searches.clear();
  }
}

const READ_RECENTLY: ProviderReport = {
  outcome: 'unknown',
  evidence: { history: 'read a moment ago' },
};

const historyEntry = z.object({
  reference_uuid: z.string(),
  external_user: optionalText,
  status: z.string(),
});
type HistoryEntry = z.output<typeof historyEntry>;

const historyEntriesIn = (listed: readonly unknown[]): HistoryEntry[] =>
  listed.flatMap((entry) => historyEntry.safeParse(entry).data ?? []);

const DAY_MS = 86_400_000;

/** Reads every finished transaction of the days, whatever its outcome. */
async function readLists(
  call: Call,
  from: Date,
  until: Date,
  take: (listed: readonly Listed[]) => Promise<void>,
): Promise<boolean> {
  const answer = await readHistory(call, from, until, (entries) =>
    take(historyEntriesIn(entries).flatMap(listed)),
  );
  return answer.status === 200 && answer.isReadable;
}

function listed({ reference_uuid, external_user, status }: HistoryEntry): Listed[] {
  const paymentId = asUuid(external_user);
  const claimed = claimedStatus(status);
  if (paymentId === null || (claimed !== 'SUCCESSFUL' && claimed !== 'FAILED')) return [];
  const providerRef = asUuid(reference_uuid);
  const claim = `${providerRef ?? ''}:${claimed}`;
  return [
    {
      hint: { paymentId, providerRef, claim },
      reportedState: claimed === 'FAILED' ? 'failed' : 'paid',
    },
  ];
}

/**
 * Reads a webhook: GET with query parameters, or POST with JSON or a form. The signature proves
 * only that Campay signed something within the last hour. It does not cover the fields, so they are
 * only hints.
 */
async function readWebhook(key: Uint8Array, webhook: RawWebhook): Promise<WebhookReading> {
  const fields = callback.safeParse(fieldsOf(webhook));
  if (!fields.success || !(await isSigned(key, fields.data.signature))) {
    return { outcome: 'refused', status: 401 };
  }
  const { reference, status, external_reference, external_user } = fields.data;
  return {
    outcome: 'hint',
    isSigned: true,
    hint: {
      paymentId: asUuid(external_reference) ?? asUuid(external_user),
      providerRef: asUuid(reference),
      claim: `${asUuid(reference) ?? ''}:${claimedStatus(status)}`,
    },
  };
}

const STATUSES = ['PENDING', 'SUCCESSFUL', 'FAILED'] as const;

/**
 * A client that has seen one signature can invent any number of other values, so only the known
 * ones are accepted.
 */
const claimedStatus = (status: string | null) =>
  STATUSES.find((name) => name === status?.toUpperCase()) ?? 'other';

function fieldsOf({ method, query, headers, body }: RawWebhook): unknown {
  if (method === 'GET') return query;
  const isForm = headers['content-type']?.includes('application/x-www-form-urlencoded');
  return isForm ? Object.fromEntries(new URLSearchParams(body.toString('utf8'))) : jsonIn(body);
}

async function isSigned(key: Uint8Array, token: string): Promise<boolean> {
  try {
    await jwtVerify(token, key, {
      algorithms: ['HS256'],
      clockTolerance: CLOCK_TOLERANCE_S,
      requiredClaims: ['exp'],
    });
    return true;
  } catch {
    return false; // Any error means that the webhook is invalid.
  }
}
