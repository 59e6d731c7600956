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

  /** Sends what the current switches ask for; resolves when all is delivered or given up. */
  async announce(transaction: CampayTransaction, switches: CampaySwitches): Promise<void> {
    switch (switches.webhook) {
      case 'none':
        return;
      case 'once':
      case 'before-answer':
        await this.send(transaction, switches);
        return;
      case 'twice':
        await Promise.all([this.send(transaction, switches), this.send(transaction, switches)]);
        return;
      case 'forged':
        await this.send(transaction, switches, { signature: 'wrong-key' });
        return;
      case 'tampered': {
        const status = transaction.status === 'SUCCESSFUL' ? 'FAILED' : 'SUCCESSFUL';
        await this.send(transaction, switches, { fields: { status } });
      }
    }
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
