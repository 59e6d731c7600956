import { z } from 'zod';
import {
  FAILURE_REASONS,
  type FailureReason,
  FLAG_RESOLUTIONS,
  type FlagResolution,
  type PaymentEventSource,
  type PaymentStatus,
} from '#shared/domain/payment';

/** Facts stored with an event. Never personal data, because administrators read events. */
export type Evidence = Record<string, string | number | boolean | null>;

const REFUND_STEPS = ['requested', 'accepted', 'refused', 'unanswered', 'succeeded'] as const;
type RefundStep = (typeof REFUND_STEPS)[number];

/**
 * Details specific to each source of events. Changes of state and flags may come from any source.
 */
interface OwnDetails {
  /** The browser's description of itself, as JSON text. */
  create:
    | { device: string | null }
    /** Recovered from the provider's record. */
    | { recovered: true };
  attempt:
    | { outcome: 'accepted' | 'unknown' }
    /** The request never left the server, so another provider took the payment. */
    | { outcome: 'unsent'; provider: string; takenBy: string }
    | { revision: number; amount: number; totalVotes: number };
  webhook: {
    /** The webhook's claim, or its id: repeats are recognised by it. */
    claim: string;
    claimedReference: string | null;
    /** Why a card was declined; the payment continues with the next card. */
    reason?: FailureReason;
  };
  refund: { refund: RefundStep; attempt: number };
  /** How an administrator settled the flags. */
  admin: { settled: FlagResolution };
}

/** Allowed detail of an event from this source; empty for a completion. */
export type EventDetail<Source extends PaymentEventSource = PaymentEventSource> =
  | (Source extends keyof OwnDetails ? OwnDetails[Source] : never)
  | { reason: FailureReason }
  | { flag: string }
  | Record<string, never>;

/** An event as stored in the database. */
export interface StoredEvent {
  from: PaymentStatus | null;
  to: PaymentStatus;
  source: PaymentEventSource;
  detail: unknown;
}

/** The meaning of an event, parsed; `other` is anything unknown to this release. */
export type EventFact =
  | { kind: 'created' }
  /** Recovered from the provider's record, after our database had lost it. */
  | { kind: 'recovered' }
  /** The payment moved to another state; null for a completion. */
  | { kind: 'moved'; reason: FailureReason | null }
  | { kind: 'flagged'; flag: string }
  /** The prompt was sent, or may have been. */
  | { kind: 'prompted'; outcome: 'accepted' | 'unknown' }
  /** The provider could not be reached, and another one took the payment. */
  | { kind: 'taken-over'; provider: string; takenBy: string }
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
      .object({ outcome: z.literal('unsent'), provider: z.string(), takenBy: z.string() })
      .transform(({ provider, takenBy }): EventFact => ({ kind: 'taken-over', provider, takenBy })),
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

/** Parses an event. The only code that depends on the stored format of details. */
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
