import { z } from 'zod';
import {
  FAILURE_REASONS,
  type FailureReason,
  FLAG_RESOLUTIONS,
  type FlagResolution,
  type PaymentEventSource,
  type PaymentStatus,
} from '../domain/payment';

/** Facts worth keeping with an event. Never anything personal: administrators read events. */
export type Evidence = Record<string, string | number | boolean | null>;

const REFUND_STEPS = ['requested', 'accepted', 'refused', 'unanswered', 'succeeded'] as const;
type RefundStep = (typeof REFUND_STEPS)[number];

/** What an event of each source tells beside a change of state or a flag, which any may tell. */
interface OwnDetails {
  /** The browser's own description of itself, as JSON text. */
  create:
    | { device: string | null }
    /** Made again from the provider's record. */
    | { recovered: true };
  attempt:
    | { outcome: 'accepted' | 'unknown' }
    | { revision: number; amount: number; totalVotes: number };
  webhook: {
    /** What the webhook says, or its own id: repeats are known by it. */
    claim: string;
    claimedReference: string | null;
    /** Why a card was declined; the payment goes on, with the next card. */
    reason?: FailureReason;
  };
  refund: { refund: RefundStep; attempt: number };
  /** How an administrator settled what was flagged. */
  admin: { settled: FlagResolution };
}

/** What may be written as the detail of an event of this source; empty for a completion. */
export type EventDetail<Source extends PaymentEventSource = PaymentEventSource> =
  | (Source extends keyof OwnDetails ? OwnDetails[Source] : never)
  | { reason: FailureReason }
  | { flag: string }
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
  /** Created again from the provider's record, after our database had lost it. */
  | { kind: 'recovered' }
  /** The payment moved to another state; null for a completion. */
  | { kind: 'moved'; reason: FailureReason | null }
  | { kind: 'flagged'; flag: string }
  /** The prompt went out, or may have. */
  | { kind: 'prompted'; outcome: 'accepted' | 'unknown' }
  | { kind: 'card-attempted' }
  | { kind: 'hinted'; reason: FailureReason | null }
  | { kind: 'refund'; step: RefundStep }
  | { kind: 'settled'; resolution: FlagResolution }
  | { kind: 'other' };

const reason = z.enum(FAILURE_REASONS).optional().catch('unknown');
const recovered = z.object({ recovered: z.literal(true) });
const moved = z.object({ reason });
const flagged = z.object({ flag: z.string() });
const OWN_FACTS: Partial<Record<PaymentEventSource, z.ZodType<EventFact>>> = {
  attempt: z.union([
    z.object({ revision: z.int() }).transform((): EventFact => ({ kind: 'card-attempted' })),
    z
      .object({ outcome: z.enum(['accepted', 'unknown']) })
      .transform(({ outcome }): EventFact => ({ kind: 'prompted', outcome })),
  ]),
  webhook: z
    .object({ claim: z.string(), reason })
    .transform(({ reason }): EventFact => ({ kind: 'hinted', reason: reason ?? null })),
  admin: z
    .object({ settled: z.enum(FLAG_RESOLUTIONS) })
    .transform(({ settled }): EventFact => ({ kind: 'settled', resolution: settled })),
  refund: z
    .object({ refund: z.enum(REFUND_STEPS) })
    .transform(({ refund: step }): EventFact => ({ kind: 'refund', step })),
};

/** Reads the history: the one place that knows how details are written. */
export function readEvent({ from, to, source, detail }: StoredEvent): EventFact {
  if (from === null) return { kind: recovered.safeParse(detail).success ? 'recovered' : 'created' };
  if (from !== to) {
    const { data } = moved.safeParse(detail);
    return { kind: 'moved', reason: to === 'completed' ? null : (data?.reason ?? 'unknown') };
  }
  const flag = flagged.safeParse(detail);
  if (flag.success) return { kind: 'flagged', flag: flag.data.flag };
  return OWN_FACTS[source]?.safeParse(detail).data ?? { kind: 'other' };
}
