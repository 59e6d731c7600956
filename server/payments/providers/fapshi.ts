import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Evidence } from '#shared/contracts/payment-events';
import type { FailureReason } from '#shared/domain/payment';
import { nationalOf } from '#shared/domain/phone';
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
  readClock,
  unsent,
} from './http/provider-http';
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
import { fapshiStatement, SEARCH_LIMIT } from './statements/fapshi';

const NAME = 'fapshi';
/** Fapshi allows six queries a minute per transaction, from all clients together. */
const CHECK_INTERVAL_MS = 10_000;

/**
 * The provider documents only a rate limit per payment. One voter who retries often could cause as
 * many concurrent queries.
 */
const CHECKS_AT_ONCE = 16;

/** The same as the interval between two queries about one payment. */
const LIST_PAUSE_MS = CHECK_INTERVAL_MS;

const variables = z.object({
  FAPSHI_BASE_URL: baseUrl,
  FAPSHI_API_USER: z.string(),
  FAPSHI_API_KEY: z.string(),
  FAPSHI_WEBHOOK_SECRET: z.string(),
});

/** Fapshi has no reasons of its own for collections, and passes on the mobile operator's text. */
const REASONS: FailureTable = MTN_FAILURES;

/** Collections by direct pay through fapshi.com, for MTN and Orange wallets. */
export const fapshi = mobileMoneyAdapter({
  name: NAME,
  leastAmount: 100,
  operators: ['mtn', 'orange'],
  variables,
  // https://sandbox.fapshi.com is its test system.
  money: ({ FAPSHI_BASE_URL: address }) => moneyAt(address, /^sandbox\./),
  create(settings, deps) {
    const call = createCall(settings, deps);
    return {
      checkIntervalMs: CHECK_INTERVAL_MS,
      checksAtOnce: CHECKS_AT_ONCE,
      checks: PROMPT_CHECKS,
      findsByOurId: true,
      votesCodeRoom: VOTES_CODE_ROOM,
      readReference,
      requestPayment: (order) => requestPayment(call, order),
      queryPayment: (reference) => queryPayment(call, reference),
      readRecord: (named) => readRecord(call, named),
      readWebhook: async (webhook) => readWebhook(settings.FAPSHI_WEBHOOK_SECRET, webhook),
      probe: async () => probeOf(await call({ method: 'GET', path: '/balance' })),
      statement: fapshiStatement(call, deps.timeouts?.listPauseMs ?? LIST_PAUSE_MS),
      lists: {
        everyMs: DAY_MS,
        lookBackMs: 8 * DAY_MS,
        areComplete: false,
        read: (from, until, take) => readLists(call, from, until, take),
      },
    };
  },
});

type Call = (request: ProviderRequest) => Promise<ProviderResponse>;

function createCall(
  settings: z.output<typeof variables>,
  { logger, timeouts, onCircuit }: AdapterDeps,
): Call {
  const http = new ProviderHttp({
    name: NAME,
    baseUrl: settings.FAPSHI_BASE_URL,
    logger,
    timeouts,
    onCircuit,
  });
  const headers = { apiuser: settings.FAPSHI_API_USER, apikey: settings.FAPSHI_API_KEY };
  return async (request) => {
    const answer = await http.send({ ...request, headers });
    if (answer.status === 403 || isDirectPayOff(answer)) {
      // Wrong credentials, our address, or direct pay that support has not enabled yet.
      logger.error(
        { provider: NAME, alarm: 'provider-configuration', ...evidenceOf(answer) },
        'the provider rejects our credentials',
      );
    }
    return answer;
  };
}

/** Fapshi documents no maximum length for these texts. */
const MAX_TEXT_LENGTH = 100;
const VOTES_CODE_ROOM = 60;

const acceptance = z.object({ transId: z.string().min(1).max(100) });

async function requestPayment(call: Call, order: PaymentOrder): Promise<Acceptance> {
  const answer = await call({
    method: 'POST',
    path: '/direct-pay',
    json: {
      amount: order.money.amountMinor,
      // National digits only. No `medium`: Fapshi identifies the mobile operator better than a
      // prefix would.
      phone: nationalOf(order.phone),
      externalId: order.paymentId,
      // Voters have no account; this id finds the payment when no response arrives.
      userId: order.paymentId,
      message: textWithCode(order.description, order.votesCode, MAX_TEXT_LENGTH),
      // Documented to be returned as `payerName`; it is not documented whether the message is
      // returned.
      ...(order.votesCode === null ? {} : { name: `Votes #${order.votesCode}` }),
    },
  });
  const accepted = answer.status === 200 ? acceptance.safeParse(answer.body) : null;
  if (accepted?.success) {
    return { outcome: 'accepted', providerRef: accepted.data.transId, evidence: {} };
  }
  const evidence = evidenceOf(answer);
  if (!answer.wasSent) return unsent(evidence);
  return isRefusal(answer) && answer.body !== undefined
    ? { outcome: 'refused', reason: refusalReason(answer), evidence }
    : { outcome: 'unknown', evidence };
}

/** Our form of the number is always valid, so a refused number has no mobile operator here. */
function refusalReason(answer: ProviderResponse): FailureReason {
  const isAboutNumber = answer.status === 400 && /phone|medium/i.test(messageOf(answer) ?? '');
  return isAboutNumber ? 'unsupported-operator' : 'unavailable';
}

/**
 * Support enables direct pay for each live service; the HTTP status of a refusal before that is not
 * documented.
 */
const isDirectPayOff = (answer: ProviderResponse): boolean =>
  answer.status === 400 && /direct.?pay/i.test(messageOf(answer) ?? '');

const errorBody = z.object({ message: optionalText });
const messageOf = ({ body }: ProviderResponse): string | null =>
  errorBody.safeParse(body).data?.message ?? null;

const record = z.object({
  transId: z.string(),
  status: z.string(),
  transType: optionalText,
  /** Amount paid by the payer, not our revenue, which is another field. Always XAF. */
  amount: reportedAmount,
  externalId: optionalText,
  userId: optionalText,
  payerName: optionalText,
  message: optionalText,
  dateInitiated: optionalText,
  medium: optionalText,
  financialTransId: optionalText,
  reason: optionalText,
});
type FapshiRecord = z.output<typeof record>;

/** One record, which older versions of the documentation wrap in an array. */
const oneRecord = z.union([record, z.tuple([record]).transform(([only]) => only)]);

async function queryPayment(call: Call, reference: ProviderReference): Promise<ProviderReport> {
  const providerRef = reference.providerRef && readReference(reference.providerRef);
  if (providerRef === null) return findByUserId(call, reference);
  // A second query would use up the rate limit of the next minute, so there is no retry.
  const answer = await call({ method: 'GET', path: `/payment-status/${providerRef}` });
  const { data } = oneRecord.safeParse(answer.status === 200 ? answer.body : null);
  // The reference may be a webhook's claim and lead to no record, or to another payment's.
  const hasAnswered = data !== undefined || answer.status === 404 || answer.status === 400;
  if (!hasAnswered) return { outcome: 'unknown', evidence: evidenceOf(answer) };
  const found = data && isRecord(data, providerRef) ? data : null;
  const isOurs = found && (reference.isAttached || isNamed(found, reference.paymentId));
  if (isOurs) return reportOf(found, reference);
  const listed = await findByUserId(call, reference);
  const isOtherPayment = found !== null && isPaid(found.status);
  return orMisplaced(listed, isOtherPayment ? otherPaymentEvidence(found) : null);
}

/** Reads a record by its reference, or by our id, which finds what was created for a payment. */
async function readRecord(call: Call, named: NamedRecord): Promise<RecordReading> {
  const providerRef = named.providerRef && readReference(named.providerRef);
  const path = providerRef ? `/payment-status/${providerRef}` : `/transaction/${named.paymentId}`;
  const answer = await call({ method: 'GET', path });
  if (answer.status === 404 || answer.status === 400) return { outcome: 'none' };
  if (answer.status !== 200 || answer.body === undefined) return { outcome: 'unanswered' };
  const bodies: unknown[] = Array.isArray(answer.body) ? answer.body : [answer.body];
  const collections = bodies
    .flatMap((body) => record.safeParse(body).data ?? [])
    .filter(
      (entry) => isCollection(entry) && (providerRef === null || isRecord(entry, providerRef)),
    );
  const found = collections.find(({ status }) => isPaid(status)) ?? collections[0];
  const paymentId = found ? namedBy(found) : null;
  if (!found || paymentId === null) return { outcome: 'none' };
  return {
    outcome: 'record',
    record: {
      paymentId,
      providerRef: found.transId,
      state: RECORD_STATES[found.status.toUpperCase()] ?? 'pending',
      money: { amountMinor: found.amount, currency: 'XAF' },
      votesCode: codeAtEnd(found.payerName) ?? codeAtEnd(found.message),
      startedAt: readClock(found.dateInitiated),
      payer: { phone: null, email: null },
    },
  };
}

const RECORD_STATES: Readonly<Record<string, ProviderRecord['state']>> = {
  SUCCESSFUL: 'paid',
  FAILED: 'over',
  EXPIRED: 'over',
};

/** The stored part of a record. */
const recordOf = (found: FapshiRecord) => ({
  operator: found.medium,
  operatorReference: found.financialTransId,
  amount: found.amount,
});

const otherPaymentEvidence = (found: FapshiRecord): Evidence => ({
  providerReference: found.transId,
  namesPayment: namedBy(found),
  ...recordOf(found),
  currency: 'XAF',
});

/** Returns our payment's id named by the record. */
const namedBy = ({ externalId, userId }: FapshiRecord): string | null =>
  asUuid(externalId) ?? asUuid(userId);

/** Fapshi's `transId`. */
const readReference = (text: string) => asReference(text, /^[a-zA-Z0-9]{8,10}$/);

const records = z.array(z.unknown());

/**
 * Finds a payment whose acceptance never reached us. An empty list proves nothing: it is not
 * documented whether it includes unfinished payments.
 */
async function findByUserId(call: Call, reference: ProviderReference): Promise<ProviderReport> {
  const answer = await call({
    method: 'GET',
    path: `/transaction/${reference.paymentId}`,
    retries: 1,
  });
  const listed = answer.status === 200 ? records.safeParse(answer.body) : null;
  if (!listed?.success) return { outcome: 'unknown', evidence: evidenceOf(answer) };
  const collections = listed.data
    .flatMap((entry) => record.safeParse(entry).data ?? [])
    .filter(isCollection);
  const ours = collections.filter((entry) => isNamed(entry, reference.paymentId));
  const found = ours.find(({ status }) => isPaid(status)) ?? ours[0];
  if (found) return reportOf(found, reference);
  // Listed under the id that we assigned: a second record makes it unclear which payment the money
  // belongs to.
  const otherRecord = collections.find(({ status }) => isPaid(status));
  return otherRecord
    ? { outcome: 'misplaced', foundBy: 'our-id', evidence: otherPaymentEvidence(otherRecord) }
    : { outcome: 'missing', evidence: { listed: 0 } };
}

const isCollection = ({ transType }: FapshiRecord): boolean =>
  transType === null || transType === 'Collection';

/** True when the record is the requested collection. */
const isRecord = (found: FapshiRecord, providerRef: string): boolean =>
  readReference(found.transId) === providerRef && isCollection(found);

/** The reference may be a webhook's claim, so the record itself must name our payment. */
function isNamed({ externalId, userId }: FapshiRecord, paymentId: string): boolean {
  const names = [externalId, userId].filter((name) => name !== null);
  return names.length > 0 && names.every((name) => asUuid(name) === paymentId);
}

const isPaid = (status: string): boolean => status.toUpperCase() === 'SUCCESSFUL';

function reportOf(found: FapshiRecord, { paymentId }: ProviderReference): ProviderReport {
  const providerRef = found.transId;
  const evidence = recordOf(found);
  const named = namedBy(found);
  switch (found.status.toUpperCase()) {
    case 'SUCCESSFUL':
      return {
        outcome: 'paid',
        money: { amountMinor: found.amount, currency: 'XAF' },
        providerRef,
        namesPayment: named === paymentId ? null : named,
        evidence,
      };
    case 'FAILED':
      return failedReport(REASONS, found.reason, { providerRef, evidence });
    case 'EXPIRED':
      return { outcome: 'failed', reason: 'expired', providerRef, evidence };
    default:
      // CREATED comes first, then PENDING; an unknown status may still become a success.
      return { outcome: 'pending', providerRef };
  }
}

const STATUSES = ['CREATED', 'PENDING', 'SUCCESSFUL', 'FAILED', 'EXPIRED'] as const;

const claimedStatus = (status: string | null) =>
  STATUSES.find((name) => name === status?.toUpperCase()) ?? 'other';

const DAY_MS = 86_400_000;
/** Final statuses as a search names them. */
const SETTLED = ['successful', 'failed', 'expired'] as const;

/** Reads the last records of every day; on a busy day the list is incomplete. */
async function readLists(
  call: Call,
  from: Date,
  until: Date,
  take: (listed: readonly Listed[]) => Promise<void>,
): Promise<boolean> {
  for (let day = from.getTime(); day < until.getTime() + DAY_MS; day += DAY_MS) {
    const date = new Date(day).toISOString().slice(0, 10);
    for (const status of SETTLED) {
      const query = `status=${status}&start=${date}&end=${date}&limit=${SEARCH_LIMIT}`;
      const answer = await call({ method: 'GET', path: `/search?${query}`, retries: 1 });
      const { data } = records.safeParse(answer.status === 200 ? answer.body : null);
      if (!data) return false;
      await take(data.flatMap(listed));
    }
  }
  return true;
}

function listed(entry: unknown): Listed[] {
  const { data } = record.safeParse(entry);
  const paymentId = asUuid(data?.externalId ?? null) ?? asUuid(data?.userId ?? null);
  if (!data || paymentId === null) return [];
  const { transId: providerRef, status } = data;
  const claim = `${providerRef}:${claimedStatus(status)}`;
  return [
    { hint: { paymentId, providerRef, claim }, reportedState: isPaid(status) ? 'paid' : 'failed' },
  ];
}

const callback = z.object({
  transId: optionalText,
  status: optionalText,
  externalId: optionalText,
  userId: optionalText,
});
const oneCallback = z.union([callback, z.tuple([callback]).transform(([only]) => only)]);

/** The secret is sent in plain text and does not sign the body, so the body is only a hint. */
function readWebhook(secret: string, { headers, body }: RawWebhook): WebhookReading {
  const receivedSecret = headers['x-wh-secret'];
  if (
    typeof receivedSecret !== 'string' ||
    !timingSafeEqual(digestOf(receivedSecret), digestOf(secret))
  ) {
    return { outcome: 'refused', status: 401 };
  }
  const read = oneCallback.safeParse(jsonIn(body));
  if (!read.success) {
    return { outcome: 'irrelevant', isSigned: true, evidence: { webhook: 'unreadable' } };
  }
  const { transId, status, externalId, userId } = read.data;
  const providerRef = transId && readReference(transId);
  return {
    outcome: 'hint',
    isSigned: true,
    hint: {
      paymentId: asUuid(externalId) ?? asUuid(userId),
      providerRef,
      claim: `${providerRef ?? ''}:${claimedStatus(status)}`,
    },
  };
}

/** Gives a fixed length to any input, for a constant-time comparison. */
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
