import { z } from 'zod';
import {
  FAILURE_REASONS,
  type FailureReason,
  type PaymentEventSource,
  type PaymentStatus,
} from '../domain/payment';

/** Facts worth keeping with an event. Never anything personal: administrators read events. */
export type Evidence = Record<string, string | number | boolean | null>;

const created = z.object({ device: z.string().nullable() });
const cardAttempt = z.object({ revision: z.int() });
const prompt = z.object({ outcome: z.enum(['accepted', 'unknown']) });
const hint = z.object({
  /** What the webhook says, or its own id: repeats are known by it. */
  claim: z.string(),
  claimedReference: z.string().nullable().default(null),
  /** Why a card was declined; the payment goes on, with the next card. */
  reason: z.enum(FAILURE_REASONS).optional().catch('unknown'),
});
/** Releases before the first repeat of a refund wrote no attempt. */
const refund = z.object({
  refund: z.enum(['requested', 'accepted', 'refused', 'unanswered']),
  attempt: z.int().default(1),
});

const moved = z.object({ reason: z.enum(FAILURE_REASONS).optional().catch('unknown') });
const flagged = z.object({ flag: z.string() });

/** What an event of each source tells beside a change of state or a flag, which any may tell. */
interface OwnDetails {
  create: z.input<typeof created>;
  attempt: { revision: number; amount: number; totalVotes: number } | z.input<typeof prompt>;
  webhook: z.input<typeof hint>;
  refund: z.input<typeof refund>;
  poll: never;
  confirm: never;
  reconcile: never;
  admin: never;
}

/** What may be written as the detail of an event of this source; empty for a completion. */
export type EventDetail<Source extends PaymentEventSource = PaymentEventSource> =
  | OwnDetails[Source]
  | { reason: FailureReason }
  | z.input<typeof flagged>
  | Record<string, never>;

/** An event as it lies in the database. */
export interface StoredEvent {
  from: PaymentStatus | null;
  to: PaymentStatus;
  source: PaymentEventSource;
  detail: unknown;
}

/** What an event says, parsed; `other` is what this release has no word for. */
export type EventFact =
  | { kind: 'created' }
  /** The payment moved to another state; null for a completion. */
  | { kind: 'moved'; reason: FailureReason | null }
  | { kind: 'flagged'; flag: string }
  /** The prompt went out, or may have. */
  | { kind: 'prompted'; outcome: 'accepted' | 'unknown' }
  | { kind: 'card-attempted' }
  | { kind: 'hinted'; reason: FailureReason | null }
  | { kind: 'refund'; step: z.output<typeof refund>['refund'] }
  | { kind: 'other' };

const attempt = z.union([
  cardAttempt.transform((): EventFact => ({ kind: 'card-attempted' })),
  prompt.transform(({ outcome }): EventFact => ({ kind: 'prompted', outcome })),
]);
const OWN_FACTS: Partial<Record<PaymentEventSource, z.ZodType<EventFact>>> = {
  attempt,
  webhook: hint.transform(({ reason }): EventFact => ({ kind: 'hinted', reason: reason ?? null })),
  refund: refund.transform(({ refund: step }): EventFact => ({ kind: 'refund', step })),
};

/** Reads the history: the one place that knows how details are written. */
export function readEvent({ from, to, source, detail }: StoredEvent): EventFact {
  if (from === null) return { kind: 'created' };
  if (from !== to) {
    const { data } = moved.safeParse(detail);
    return { kind: 'moved', reason: to === 'completed' ? null : (data?.reason ?? 'unknown') };
  }
  const flag = flagged.safeParse(detail);
  if (flag.success) return { kind: 'flagged', flag: flag.data.flag };
  return OWN_FACTS[source]?.safeParse(detail).data ?? { kind: 'other' };
}
