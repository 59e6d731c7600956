import { jwtVerify } from 'jose';
import { z } from 'zod';
import type { FailureReason } from '../../../shared/domain/payment';
import { digitsOf, toMsisdn } from '../../../shared/domain/phone';
import type { CampaySettings } from '../../config';
import { PROMPT_CHECKS } from '../check-schedule';
import { type CampayAnswer, CampayClient } from './campay-client';
import { failureReasonIn } from './failure-words';
import type {
  Acceptance,
  MobileMoneyProvider,
  PaymentOrder,
  ProviderReference,
  ProviderReport,
  RawWebhook,
  WebhookReading,
} from './provider';

const ASK_INTERVAL_MS = 2_000;
const CLOCK_TOLERANCE_S = 60;

/** Campay writes absent values as "None", "", null or not at all. */
const optionalText = z
  .string()
  .nullish()
  .transform((text) => (text && text !== 'None' ? text : null));

const collectAnswer = z.object({
  reference: z.string().min(1).max(100),
  operator: optionalText,
});

const transaction = z.object({
  reference: z.string(),
  external_reference: optionalText,
  external_user: optionalText,
  status: z.string(),
  /** Text with two decimals where observed, a number where documented. */
  amount: z.coerce.number(),
  currency: z.string(),
  operator: optionalText,
  operator_reference: optionalText,
  endpoint: optionalText,
  reason: optionalText,
});
type CampayTransaction = z.output<typeof transaction>;

const history = z.object({
  data: z.array(z.object({ reference_uuid: z.string(), external_user: optionalText })),
});

const callback = z.object({
  signature: z.string(),
  reference: optionalText,
  status: optionalText,
  external_reference: optionalText,
  external_user: optionalText,
});

/**
 * Collections through campay.net, for MTN and Orange wallets.
 * @param timeoutMs how long one call may take before it counts as unanswered
 */
export function createCampayProvider(
  settings: CampaySettings,
  timeoutMs = 10_000,
): MobileMoneyProvider {
  const client = new CampayClient(settings, timeoutMs);
  const webhookKey = new TextEncoder().encode(settings.webhookKey);
  return {
    name: 'campay',
    askIntervalMs: ASK_INTERVAL_MS,
    checks: PROMPT_CHECKS,
    requestPayment: (order) => requestPayment(client, order),
    queryPayment: (reference) => queryPayment(client, reference),
    readWebhook: (webhook) => readWebhook(webhookKey, webhook),
  };
}

async function requestPayment(client: CampayClient, order: PaymentOrder): Promise<Acceptance> {
  const answer = await client.call('POST', '/collect/', {
    amount: String(order.money.amountMinor),
    currency: order.money.currency,
    from: toMsisdn(order.phone),
    description: `${plainAscii(order.description)} ${order.paymentId}`,
    external_reference: order.paymentId,
    external_user: order.paymentId,
  });
  const accepted = answer.status === 200 ? collectAnswer.safeParse(answer.body) : null;
  if (accepted?.success) {
    const { reference, operator } = accepted.data;
    return { outcome: 'accepted', providerRef: reference, evidence: { operator } };
  }
  if (isRefusal(answer)) return refusalOf(answer);
  return { outcome: 'unknown', evidence: evidenceOf(answer) };
}

/** Operators show it on phones that know no accents. */
const plainAscii = (text: string) => text.normalize('NFKD').replace(/[^\x20-\x7e]/g, '');

/** A 4xx that Campay itself wrote: it read the request and created nothing. */
const isRefusal = ({ status, body }: CampayAnswer) =>
  status >= 400 && status < 500 && status !== 408 && typeof body === 'object' && body !== null;

const REFUSALS: Readonly<Record<string, FailureReason>> = {
  ER101: 'no-wallet',
  ER102: 'unsupported-operator',
  // The amount: a matter between Campay and us, nothing the voter could mend.
  ER201: 'unavailable',
};

function refusalOf(answer: CampayAnswer): Acceptance {
  // Some answers carry the code only inside their text.
  const code = JSON.stringify(answer.body).match(/ER\d{3}/)?.[0];
  return {
    outcome: 'refused',
    reason: (code ? REFUSALS[code] : undefined) ?? 'unavailable',
    evidence: { ...evidenceOf(answer), errorCode: code ?? null },
  };
}

const evidenceOf = ({ status, trouble }: CampayAnswer) => ({ httpStatus: status, trouble });

async function queryPayment(
  client: CampayClient,
  reference: ProviderReference,
): Promise<ProviderReport> {
  const { providerRef } = reference;
  if (providerRef !== null) {
    const answer = await fetchTransaction(client, providerRef);
    const found = transaction.safeParse(answer.body);
    if (answer.status === 200 && found.success) {
      if (isAbout(found.data, reference)) return reportOf(found.data);
    } else if (answer.status !== 404) {
      return { outcome: 'unknown', evidence: evidenceOf(answer) };
    }
  }
  return findInHistory(client, reference);
}

const fetchTransaction = (client: CampayClient, reference: string) =>
  client.call('GET', `/transaction/${encodeURIComponent(reference)}/`);

/** A reference may be a webhook's claim, so the transaction itself must name our payment. */
function isAbout(found: CampayTransaction, { paymentId, providerRef }: ProviderReference): boolean {
  const names = [found.external_reference, found.external_user].filter((name) => name !== null);
  return (
    (providerRef === null || found.reference === providerRef) &&
    (found.endpoint === null || found.endpoint === 'collect') &&
    names.length > 0 &&
    names.every((name) => name === paymentId)
  );
}

function reportOf(found: CampayTransaction): ProviderReport {
  const providerRef = found.reference;
  const evidence = {
    operator: found.operator,
    operatorReference: found.operator_reference,
    amount: found.amount,
    currency: found.currency,
  };
  switch (found.status.toUpperCase()) {
    case 'SUCCESSFUL':
      return {
        outcome: 'paid',
        money: { amountMinor: found.amount, currency: found.currency },
        providerRef,
        evidence,
      };
    case 'FAILED':
      return {
        outcome: 'failed',
        reason: failureReasonIn(found.reason),
        providerRef,
        evidence: { ...evidence, providerReason: withoutNumbers(found.reason) },
      };
    default:
      return { outcome: 'pending', providerRef };
  }
}

/** Free text could repeat the payer's number. */
const withoutNumbers = (text: string | null) =>
  text
    ?.slice(0, 200)
    .replace(/\d[\d\s.-]{6,}\d/g, (run) => (digitsOf(run).length > 7 ? '[number]' : run)) ?? null;

/**
 * The way to a payment whose collect answer never reached us. Campay lists finished transactions
 * only, by day; there is no look-up by our own reference.
 */
async function findInHistory(
  client: CampayClient,
  { paymentId, createdAt }: ProviderReference,
): Promise<ProviderReport> {
  const answer = await client.call('POST', '/history/', {
    start_date: isoDay(new Date(createdAt.getTime() - DAY_MS)),
    end_date: isoDay(new Date(Date.now() + DAY_MS)), // their day may have begun before ours
  });
  const listed = answer.status === 200 ? history.safeParse(answer.body) : null;
  if (!listed?.success) return { outcome: 'unknown', evidence: evidenceOf(answer) };
  const entry = listed.data.data.find(({ external_user }) => external_user === paymentId);
  if (!entry) return { outcome: 'unknown', evidence: { history: 'not listed' } };

  const detail = await fetchTransaction(client, entry.reference_uuid);
  const found = detail.status === 200 ? transaction.safeParse(detail.body) : null;
  const isOurs =
    found?.success &&
    isAbout(found.data, { paymentId, providerRef: entry.reference_uuid, createdAt });
  return isOurs ? reportOf(found.data) : { outcome: 'unknown', evidence: evidenceOf(detail) };
}

const DAY_MS = 86_400_000;
const isoDay = (date: Date) => date.toISOString().slice(0, 10);

/**
 * GET with query parameters, POST with JSON or a form. The signature proves only that Campay signed
 * something within the last hour: it does not cover the fields, so they stay hints.
 */
async function readWebhook(key: Uint8Array, webhook: RawWebhook): Promise<WebhookReading> {
  const fields = callback.safeParse(fieldsOf(webhook));
  if (!fields.success || !(await isSigned(key, fields.data.signature))) {
    return { outcome: 'refused', status: 401 };
  }
  const { reference, status, external_reference, external_user } = fields.data;
  return {
    outcome: 'hint',
    hint: {
      paymentId: asUuid(external_reference) ?? asUuid(external_user),
      providerRef: asUuid(reference),
      claim: `${asUuid(reference) ?? ''}:${status?.slice(0, 20) ?? ''}`,
    },
  };
}

function fieldsOf({ method, query, headers, body }: RawWebhook): unknown {
  if (method === 'GET') return query;
  const text = body.toString('utf8');
  if (headers['content-type']?.includes('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(text));
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
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
    return false; // whatever is wrong with it, it is not a webhook to act on
  }
}

const asUuid = (text: string | null): string | null => z.uuid().safeParse(text).data ?? null;
