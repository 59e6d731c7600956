import { randomInt, randomUUID } from 'node:crypto';
import { AccessTokens } from '#sandbox/mobile-money/access-tokens';
import { compactDate, randomDigits } from '#sandbox/mobile-money/operator-reference';
import type { Outcome } from '#sandbox/mobile-money/payment';
import { failedFor, openingFor, PAID, REASONS } from '#sandbox/mobile-money/plan';
import { oppositeOf, type WalletOptions, WalletSandbox } from '#sandbox/mobile-money/sandbox';
import type { WebhookRequest } from '#sandbox/mobile-money/webhook-courier';
import type { CollectOrder } from './collect-rules';
import { reportOf } from './reports';
import { signatureOf, type WebhookSignature } from './signature';
import {
  type AlteredWebhook,
  type CampayDelays,
  type CampaySwitches,
  DEFAULT_DELAYS,
  DEFAULT_SWITCHES,
} from './switches';
import { type CampayTransaction, transactionSchema } from './transaction';

/** The four test numbers of the provider's demo host, with their outcomes. */
const TEST_NUMBERS: ReadonlyMap<string, Outcome> = new Map([
  ['237677777777', PAID],
  ['237677777770', failedFor('PAYEE_NOT_FOUND')],
  ['237699999999', PAID],
  ['237699999990', failedFor('Initiatee not found')],
]);

export type Endpoint = 'token' | 'collect' | 'transaction' | 'history' | 'balance';

/** Deviations of a single webhook from the true record and the dashboard's settings. */
interface WebhookChanges {
  /** Overrides fields of the transaction. */
  fields?: Readonly<Record<string, string | number | null>>;
  signature?: WebhookSignature;
  method?: 'GET' | 'POST';
}

/** Simulation of Campay: its records, switches and faults. */
export class CampaySandbox extends WalletSandbox<
  CampayTransaction,
  Endpoint,
  AlteredWebhook,
  CampaySwitches,
  CampayDelays,
  WebhookChanges
> {
  readonly tokens: AccessTokens;
  /** The application's name in the provider's dashboard, contained in the header of each token. */
  readonly application: string;

  constructor(options: WalletOptions<CampayDelays>) {
    super(options, {
      provider: 'campay',
      schema: transactionSchema,
      switches: DEFAULT_SWITCHES,
      delays: DEFAULT_DELAYS,
      // An unanswered prompt causes no webhook; only the status call reports its end, late.
      unanswered: { ...failedFor(REASONS.expired), isAnnounced: false },
    });
    this.application = options.merchant;
    this.tokens = new AccessTokens(this.delays.tokenLifetimeMs);
  }

  collect(order: CollectOrder): Promise<CampayTransaction> {
    const createdAt = Date.now();
    return this.open({
      ...order,
      ...openingFor(order.number, createdAt, this.delays, TEST_NUMBERS.get(order.number)),
      reference: randomUUID(),
      code: transactionCode(createdAt),
    });
  }

  expireTokens(): void {
    this.tokens.expireAll();
  }

  override reset(): void {
    this.tokens.expireAll();
    super.reset();
  }

  protected alteredWebhooks(
    transaction: CampayTransaction,
  ): Record<AlteredWebhook, WebhookChanges> {
    return {
      forged: { signature: 'wrong-key' },
      tampered: { fields: { status: oppositeOf(transaction) } },
    };
  }

  protected async webhookOf(
    transaction: CampayTransaction,
    changes: WebhookChanges = {},
  ): Promise<WebhookRequest> {
    const { signature, ...unsigned } = reportOf(transaction, '', this.switchesFor(transaction));
    const token = await signatureOf(changes.signature ?? 'valid', this.application);
    const fields = {
      ...unsigned,
      ...(token === null ? {} : { signature: token }),
      ...changes.fields,
    };
    const url = `${this.options.appUrl()}/api/webhooks/campay`;
    const method = changes.method ?? this.switches.webhookMethod;
    if (method === 'GET') {
      return { url: `${url}?${queryOf(fields)}`, init: { method, headers: {}, body: null } };
    }
    const headers = { 'content-type': 'application/json' };
    return { url, init: { method, headers, body: JSON.stringify(fields) } };
  }
}

/** With GET, all values are text, and null values are omitted. */
function queryOf(fields: Readonly<Record<string, string | number | null>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null) query.set(name, String(value));
  }
  return query.toString();
}

/** The provider's short code, such as `D260729D0053YC`. */
function transactionCode(at: number): string {
  const letter = () => String.fromCharCode(65 + randomInt(26));
  return `D${compactDate(at)[0]}D${randomDigits(4)}${letter()}${letter()}`;
}
