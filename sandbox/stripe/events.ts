import type { RecordStore } from './books';
import { newId, nowInSeconds } from './identifiers';
import {
  API_VERSION,
  type Charge,
  type Dispute,
  type PaymentIntent,
  type Refund,
  type StripeEvent,
} from './objects';

/** The event types that an application selling votes by card subscribes to. */
const SUBSCRIBED: ReadonlySet<string> = new Set([
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.processing',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
]);

/** The call that caused an event; ids are null for other causes. */
export type Cause = StripeEvent['request'];

export const NO_CAUSE: Cause = { id: null, idempotency_key: null };

type Subject = PaymentIntent | Charge | Refund | Dispute;

/** Records an event, with the current state of its object. */
export function recordEvent(
  records: RecordStore,
  type: string,
  subject: Subject,
  request: Cause,
  previous?: Readonly<Record<string, unknown>>,
): void {
  const event: StripeEvent = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: nowInSeconds(),
    data: {
      object: subject,
      ...(previous === undefined ? {} : { previous_attributes: previous }),
    },
    livemode: false,
    request,
    type,
  };
  const delivery = SUBSCRIBED.has(type) ? 'due' : 'none';
  records.put({ id: event.id, object: 'announcement', event, delivery });
}
