import { announceAs, oppositeOf } from '../mobile-money/announce';
import type {
  WebhookCourier,
  WebhookDelivery,
  WebhookRequest,
} from '../mobile-money/webhook-courier';
import { FAPSHI_SANDBOX_WEBHOOK_SECRET } from './credentials';
import { recordOf, type Service } from './reports';
import type { FapshiSwitches } from './switches';
import type { FapshiTransaction } from './transaction';

/** How a single webhook differs from the truth. */
export interface WebhookChanges {
  /** Laid over the fields of the record. */
  fields?: Readonly<Record<string, string | number | null>>;
  /** What comes in `x-wh-secret`; null leaves the header out. */
  secret?: string | null;
}

interface WebhookSenderOptions {
  service: () => Service;
  courier: WebhookCourier;
}

/** Tells the application how payments ended: once, whatever becomes of it. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  announce(transaction: FapshiTransaction, switches: FapshiSwitches): Promise<void> {
    const bent = {
      forged: { secret: 'not-the-secret' },
      secretless: { secret: null },
      tampered: { fields: { status: oppositeOf(transaction) } },
    };
    return announceAs<keyof typeof bent, WebhookChanges>(switches.webhook, bent, (changes) =>
      this.send(transaction, switches, changes),
    );
  }

  build(
    transaction: FapshiTransaction,
    switches: FapshiSwitches,
    { fields, secret = FAPSHI_SANDBOX_WEBHOOK_SECRET }: WebhookChanges = {},
  ): WebhookRequest {
    const service = this.#options.service();
    const record = { ...recordOf(transaction, service, switches), ...fields };
    const headers = {
      'content-type': 'application/json',
      ...(secret === null ? {} : { 'x-wh-secret': secret }),
    };
    const body = JSON.stringify(switches.webhookIsArray ? [record] : record);
    return { url: service.webhookUrl, init: { method: 'POST', headers, body } };
  }

  send(
    transaction: FapshiTransaction,
    switches: FapshiSwitches,
    changes?: WebhookChanges,
  ): Promise<WebhookDelivery> {
    return this.#options.courier.deliver(transaction.reference, 'POST', () =>
      this.build(transaction, switches, changes),
    );
  }
}
