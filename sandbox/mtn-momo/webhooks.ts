import { announceAs, oppositeOf } from '../mobile-money/announce';
import type {
  WebhookCourier,
  WebhookDelivery,
  WebhookRequest,
} from '../mobile-money/webhook-courier';
import { reportOf } from './reports';
import type { MtnMomoSwitches } from './switches';
import type { MtnMomoTransaction } from './transaction';

/** How a single webhook differs from the truth and from the switches. */
export interface MtnMomoWebhookChanges {
  /** Laid over the fields of the payment. */
  fields?: Readonly<Record<string, unknown>>;
  /** Sent as it is instead of the payment. */
  body?: string;
  method?: 'PUT' | 'POST';
  /** Where to, instead of the payment's own `X-Callback-Url`. */
  url?: string;
}

const STRANGE_BODY = JSON.stringify([{ event: 'payment', data: null }]);

/** Calls the application back: only where the request to pay named an address. */
export async function announce(
  transaction: MtnMomoTransaction,
  switches: MtnMomoSwitches,
  courier: WebhookCourier,
): Promise<void> {
  if (transaction.callbackUrl === null) return;
  const bent = {
    forged: { fields: { status: oppositeOf(transaction) } },
    strange: { body: STRANGE_BODY },
  };
  await announceAs<keyof typeof bent, MtnMomoWebhookChanges>(switches.webhook, bent, (changes) =>
    deliver(transaction, switches, courier, changes),
  );
}

export function deliver(
  transaction: MtnMomoTransaction,
  switches: MtnMomoSwitches,
  courier: WebhookCourier,
  changes?: MtnMomoWebhookChanges,
): Promise<WebhookDelivery> {
  const request = webhookOf(transaction, switches, changes);
  return courier.deliver(transaction.reference, request.init.method, () => request);
}

/** @throws Error when neither the request to pay nor the changes name an address */
export function webhookOf(
  transaction: MtnMomoTransaction,
  switches: MtnMomoSwitches,
  changes: MtnMomoWebhookChanges = {},
): WebhookRequest {
  const url = changes.url ?? transaction.callbackUrl;
  if (url === null) throw new Error(`payment ${transaction.reference} has no X-Callback-Url`);
  const body =
    changes.body ?? JSON.stringify({ ...reportOf(transaction, switches), ...changes.fields });
  const headers = { 'content-type': 'application/json' };
  return { url, init: { method: changes.method ?? switches.webhookMethod, headers, body } };
}
