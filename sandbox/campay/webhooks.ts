import { announceAs, oppositeOf } from '../mobile-money/announce';
import type {
  WebhookCourier,
  WebhookDelivery,
  WebhookRequest,
} from '../mobile-money/webhook-courier';
import { reportOf } from './reports';
import { signatureOf, type WebhookSignature } from './signature';
import type { CampaySwitches } from './switches';
import type { CampayTransaction } from './transaction';

/** How a single webhook differs from the truth and from the dashboard's settings. */
export interface WebhookChanges {
  /** Laid over the fields of the transaction. */
  fields?: Readonly<Record<string, string | number | null>>;
  signature?: WebhookSignature;
  method?: 'GET' | 'POST';
}

interface WebhookSenderOptions {
  appUrl: () => string;
  /** The application's name in the provider's dashboard; it stands in the token's header. */
  application: string;
  courier: WebhookCourier;
}

/** Tells the application how payments ended. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  announce(transaction: CampayTransaction, switches: CampaySwitches): Promise<void> {
    const bent = {
      forged: { signature: 'wrong-key' },
      tampered: { fields: { status: oppositeOf(transaction) } },
    } as const;
    return announceAs<keyof typeof bent, WebhookChanges>(switches.webhook, bent, (changes) =>
      this.send(transaction, switches, changes),
    );
  }

  async build(
    transaction: CampayTransaction,
    switches: CampaySwitches,
    changes: WebhookChanges = {},
  ): Promise<WebhookRequest> {
    const { appUrl, application } = this.#options;
    const { signature, ...unsigned } = reportOf(transaction, '', switches);
    const token = await signatureOf(changes.signature ?? 'valid', application);
    const fields = {
      ...unsigned,
      ...(token === null ? {} : { signature: token }),
      ...changes.fields,
    };
    const url = `${appUrl()}/api/webhooks/campay`;
    const method = changes.method ?? switches.webhookMethod;
    if (method === 'GET') {
      return { url: `${url}?${queryOf(fields)}`, init: { method, headers: {}, body: null } };
    }
    const headers = { 'content-type': 'application/json' };
    return { url, init: { method, headers, body: JSON.stringify(fields) } };
  }

  send(
    transaction: CampayTransaction,
    switches: CampaySwitches,
    changes: WebhookChanges = {},
  ): Promise<WebhookDelivery> {
    const method = changes.method ?? switches.webhookMethod;
    return this.#options.courier.deliver(transaction.reference, method, () =>
      this.build(transaction, switches, changes),
    );
  }
}

/** On GET everything is text, and a null value is not there at all. */
function queryOf(fields: Readonly<Record<string, string | number | null>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null) query.set(name, String(value));
  }
  return query.toString();
}
