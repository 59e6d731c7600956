import { z } from 'zod';
import type { Logger } from '#server/platform/logger';
import { type AdapterDeps, baseUrl, mobileMoneyAdapter, moneyAt } from '../adapter';
import { PROMPT_CHECKS } from '../check-times';
import { keptWords } from '../failures/kept-words';
import { type FailureTable, readFailureReason } from '../failures/reasons';
import {
  evidenceOf,
  isRefusal,
  ProviderHttp,
  type ProviderResponse,
  probeOf,
  unsent,
} from '../http/provider-http';
import { requestWithRepeat } from '../http/requests-by-our-id';
import type { Acceptance, PaymentOrder, RawWebhook, WebhookReading } from '../provider';
import { asUuid, jsonIn, optionalText, plainAscii, withoutPersonalData } from '../reported-fields';
import { CallbackKeys } from './callback-keys';
import { checkSignature } from './callback-signature';
import { failure, queryDeposit, readDepositRecord, VOTES_KEY } from './deposits';
import { askAvailability, type Call, type WalletCode, walletCodeOf } from './operators';

const NAME = 'pawapay';
const CHECK_INTERVAL_MS = 2_000;

/** pawaPay documents no limit; the same as for the other providers. */
const CHECKS_AT_ONCE = 16;

/** pawaPay documents no length for a value of the metadata. */
const VOTES_CODE_ROOM = 60;

const variables = z.object({
  PAWAPAY_BASE_URL: baseUrl,
  PAWAPAY_API_TOKEN: z.string(),
  PAWAPAY_SIGNED_CALLBACKS: z.enum(['0', '1']).optional(),
});
type Settings = z.output<typeof variables>;

/** Why a deposit was not accepted. The others are faults of our settings or requests. */
const REFUSALS: FailureTable = {
  INVALID_PHONE_NUMBER: 'unsupported-operator',
  // Of the operator, or of our account.
  AMOUNT_OUT_OF_BOUNDS: 'limit-reached',
};

/** Refusals because of another payment of this payer. */
const PAYER_IS_BUSY = ['PAYMENT_IN_PROGRESS', 'TRANSACTION_ALREADY_IN_PROCESS'];

/** Refusals that no setting of ours causes. */
const NOT_OUR_FAULT = new Set([
  ...Object.keys(REFUSALS),
  ...PAYER_IS_BUSY,
  'PROVIDER_TEMPORARILY_UNAVAILABLE',
]);

/**
 * Deposits through pawapay.io, merchant API v2, for MTN and Orange wallets in Cameroon. From
 * docs.pawapay.io/v2 and pawaPay's own examples. Nothing here depends on what they leave open: rate
 * limits, the length of metadata, whether the id of a rejected deposit may be used again, whether
 * an operator that is DELAYED accepts deposits, and whether each try of a callback is signed anew.
 */
export const pawapay = mobileMoneyAdapter({
  name: NAME,
  // Not confirmed: each account has its own limits, which only its active configuration tells.
  leastAmount: 100,
  operators: ['mtn', 'orange'],
  variables,
  // https://api.sandbox.pawapay.io is its test system.
  money: ({ PAWAPAY_BASE_URL: address }) => moneyAt(address, /^api\.sandbox\./),
  create(settings, deps) {
    const call = createCall(settings, deps);
    const keys = settings.PAWAPAY_SIGNED_CALLBACKS === '1' ? new CallbackKeys(call) : null;
    return {
      checkIntervalMs: CHECK_INTERVAL_MS,
      checksAtOnce: CHECKS_AT_ONCE,
      checks: PROMPT_CHECKS,
      findsByOurId: true,
      votesCodeRoom: VOTES_CODE_ROOM,
      // Our payment ids: a deposit has no other.
      readReference: asUuid,
      requestPayment: (order) => requestPayment(call, deps.logger, order),
      queryPayment: (reference) => queryDeposit(call, reference),
      readRecord: (named) => readDepositRecord(call, named),
      readWebhook: (webhook) => readWebhook(webhook, deps.webhookUrl, keys),
      probe: async () =>
        probeOf(await call({ method: 'GET', path: '/v2/active-conf?country=CMR' })),
      availability: () => askAvailability(call),
    };
  },
});

function createCall(settings: Settings, { logger, timeouts, onCircuit }: AdapterDeps): Call {
  const http = new ProviderHttp({
    name: NAME,
    baseUrl: settings.PAWAPAY_BASE_URL,
    logger,
    timeouts,
    onCircuit,
  });
  const headers = { Authorization: `Bearer ${settings.PAWAPAY_API_TOKEN}` };
  return async (request) => {
    const answer = await http.send({ ...request, headers });
    // 403 also means that deposits are not enabled, or must be signed.
    if (answer.status === 401 || answer.status === 403) {
      logger.error(
        { provider: NAME, alarm: 'provider-configuration', ...evidenceOf(answer) },
        'the provider rejects our credentials',
      );
    }
    return answer;
  };
}

/** pawaPay recognises a repeat by the deposit's id, which is ours, so a lost response is fine. */
async function requestPayment(
  call: Call,
  logger: Logger,
  order: PaymentOrder,
): Promise<Acceptance> {
  const wallets = await walletCodeOf(call, order.phone);
  if (typeof wallets === 'object') return wallets;
  const json = depositOf(order, wallets);
  return requestWithRepeat(
    () => call({ method: 'POST', path: '/v2/deposits', json }),
    (answer) => acceptanceOf(order, answer, logger),
  );
}

const depositOf = (
  { paymentId, money, phone, description, votesCode }: PaymentOrder,
  provider: WalletCode,
) => ({
  depositId: paymentId,
  amount: String(money.amountMinor),
  currency: money.currency,
  payer: { type: 'MMO', accountDetails: { phoneNumber: phone, provider } },
  // Proves that a deposit is ours: an attached one may have another id.
  clientReferenceId: paymentId,
  customerMessage: customerMessage(description),
  ...(votesCode === null ? {} : { metadata: [{ [VOTES_KEY]: votesCode }] }),
});

const MESSAGE_LENGTH = { least: 4, most: 22 };

/**
 * Reduces text to the 4 to 22 letters, digits and spaces that pawaPay accepts, and to whole words
 * where it must be shortened.
 */
function customerMessage(text: string): string {
  const words = plainAscii(text)
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim();
  const isWhole = words.length <= MESSAGE_LENGTH.most;
  const cut = words.slice(0, MESSAGE_LENGTH.most + 1).replace(/ [^ ]*$/, '');
  const message = (isWhole ? words : cut).slice(0, MESSAGE_LENGTH.most);
  return message.length < MESSAGE_LENGTH.least ? 'Votes' : message;
}

const initiation = z.object({
  depositId: optionalText.catch(null),
  status: optionalText.catch(null),
  failureReason: failure.nullish().catch(null),
});

function acceptanceOf(
  { paymentId }: PaymentOrder,
  answer: ProviderResponse,
  logger: Logger,
): Acceptance {
  const read = initiation.safeParse(answer.body).data;
  const code = read?.failureReason?.failureCode ?? null;
  const evidence = {
    ...evidenceOf(answer),
    ...(code === null ? {} : { providerReason: withoutPersonalData(code) }),
  };
  if (!answer.wasSent) return unsent(evidence);
  // A duplicate is one of a deposit that was accepted.
  const isAccepted = read?.status === 'ACCEPTED' || read?.status === 'DUPLICATE_IGNORED';
  if (answer.status === 200 && isAccepted && asUuid(read.depositId) === paymentId) {
    return { outcome: 'accepted', providerRef: paymentId, evidence };
  }
  const isRejected = answer.status === 200 && read?.status === 'REJECTED' && code !== null;
  if (!isRejected && !isRefusal(answer)) return { outcome: 'unknown', evidence };
  if (isOurFault(answer, code)) {
    const alarm = { provider: NAME, alarm: 'provider-configuration', ...evidence };
    logger.error(alarm, 'the provider rejects our requests');
  }
  const isAboutPayer = code !== null && ABOUT_PAYER.has(code);
  const reason = code === null ? 'unavailable' : readFailureReason(REFUSALS, code);
  const isUnknown = isRejected && reason === null && !isAboutPayer && !NOT_OUR_FAULT.has(code);
  return {
    outcome: 'refused',
    reason: reason ?? 'unavailable',
    isAboutPayer,
    unknownWords: isUnknown ? (keptWords(code) ?? undefined) : undefined,
    evidence,
  };
}

/** True when our request is wrong; wrong credentials were reported before. */
const isOurFault = ({ status }: ProviderResponse, code: string | null): boolean =>
  status === 400 || (status === 200 && code !== null && !NOT_OUR_FAULT.has(code));

/** Refusals shown as `unavailable` that say nothing about other payers or amounts. */
const ABOUT_PAYER = new Set([...PAYER_IS_BUSY, 'INVALID_AMOUNT']);

const callback = z.object({
  depositId: optionalText.catch(null),
  status: optionalText.catch(null),
});

/**
 * Callbacks contain the deposit. They are signed if that is switched on in pawaPay's dashboard;
 * then an unsigned one is refused.
 * @param keys null when callbacks are not signed
 */
async function readWebhook(
  webhook: RawWebhook,
  webhookUrl: string | null,
  keys: CallbackKeys | null,
): Promise<WebhookReading> {
  const suffix = webhook.pathSuffix === null ? '' : `/${webhook.pathSuffix}`;
  // Without a public address nothing can be compared with what was signed.
  const check =
    keys === null || webhookUrl === null
      ? 'unverifiable'
      : await checkSignature(webhook, `${webhookUrl}${suffix}`, keys);
  if (check === 'invalid') return { outcome: 'refused', status: 401 };
  const isSigned = check === 'valid';
  const { depositId = null, status = null } = callback.safeParse(jsonIn(webhook.body)).data ?? {};
  const paymentId = asUuid(depositId);
  if (paymentId === null) {
    return { outcome: 'irrelevant', isSigned, evidence: { webhook: 'names no deposit' } };
  }
  return {
    outcome: 'hint',
    isSigned,
    hint: { paymentId, providerRef: null, claim: `:${status ?? 'unreadable'}` },
  };
}
