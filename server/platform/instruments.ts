import type { Pool } from 'pg';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PaymentStatus } from '#shared/domain/payment';
import { asFailureReason } from '#shared/domain/payment';
import type { ReadCache } from './read-cache';

/**
 * What this process counts about itself. Labels are names of ours, from sets that are closed and
 * small: never a path, an address or anything else that a caller has written.
 */
export const registry = new Registry();
const registers = [registry];

const requests = new Histogram({
  name: 'awards_http_request_duration_seconds',
  help: 'Requests by route. What the cache answers takes less than the first bucket, and counts as 0.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface AnsweredRequest {
  /** As the caller wrote it. */
  method: string | undefined;
  /** As we have written it, such as `/api/categories/:id`. */
  route: string;
  /** Null when the caller left before the answer was complete. */
  status: number | null;
  seconds: number;
}

export function observeRequest({ method = '', route, status, seconds }: AnsweredRequest): void {
  const labels = {
    method: METHODS.has(method) ? method : 'other',
    route,
    status: status === null ? 'aborted' : `${Math.floor(status / 100)}xx`,
  };
  requests.observe(labels, seconds);
}

const providerCalls = new Histogram({
  name: 'awards_provider_call_duration_seconds',
  help: 'Calls of payment providers by how they ended; not-sent while a provider is left alone.',
  labelNames: ['provider', 'outcome'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30],
  registers,
});

/** `refused` is a 4xx, `failed` a 5xx. */
export type CallOutcome = 'ok' | 'refused' | 'failed' | 'timeout' | 'unreachable' | 'not-sent';

export const observeProviderCall = (
  provider: string,
  outcome: CallOutcome,
  seconds: number,
): void => providerCalls.observe({ provider, outcome }, seconds);

/** @param status of HTTP */
export function outcomeOfStatus(status: number): CallOutcome {
  if (status < 400) return 'ok';
  return status < 500 ? 'refused' : 'failed';
}

const transitions = new Counter({
  name: 'awards_payment_transitions_total',
  help: 'Payments that this process has moved to another state.',
  labelNames: ['provider', 'state', 'reason'],
  registers,
});

/** To be called once the transaction has ended well. */
export function countTransition(payment: {
  provider: string;
  status: PaymentStatus;
  failureReason: string | null;
}): void {
  const { provider, status: state, failureReason } = payment;
  transitions.inc({ provider, state, reason: asFailureReason(failureReason) ?? 'none' });
}

const webhooks = new Counter({
  name: 'awards_webhooks_total',
  help: 'Webhooks by what became of them.',
  labelNames: ['provider', 'outcome'],
  registers,
});

export const countWebhook = (
  provider: string,
  outcome: 'taken' | 'refused' | 'irrelevant' | 'unknown-payment',
  times = 1,
): void => webhooks.inc({ provider, outcome }, times);

const mails = new Counter({
  name: 'awards_receipt_mails_total',
  help: 'Attempts to hand a receipt to the mail server, by its answer.',
  labelNames: ['outcome'],
  registers,
});

export const countMail = (outcome: 'accepted' | 'refused' | 'deferred' | 'unavailable'): void =>
  mails.inc({ outcome });

const securityEvents = new Counter({
  name: 'awards_security_events_total',
  help: 'Sign-ins, and what else the log tells of as security.',
  labelNames: ['event'],
  registers,
});

export const countSecurityEvent = (event: string): void => securityEvents.inc({ event });

const refusals = new Counter({
  name: 'awards_limit_refusals_total',
  help: 'Requests that were refused because a limit was reached.',
  labelNames: ['limit'],
  registers,
});

export const countRefusal = (limit: string): void => refusals.inc({ limit });

/** What is asked of this process's own parts at each scrape. */
export function watchProcess({ pool, cache }: { pool: Pool; cache: ReadCache }): void {
  new Gauge({
    name: 'awards_pg_pool_connections',
    help: 'Connections to the database.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
    },
  });
  new Gauge({
    name: 'awards_pg_pool_waiting',
    help: 'Queries that wait for a connection.',
    registers,
    collect() {
      this.set(pool.waitingCount);
    },
  });
  new Counter({
    name: 'awards_cache_answers_total',
    help: 'Answers that stood ready in the cache.',
    registers,
    collect() {
      this.reset();
      this.inc(cache.counts.answers);
    },
  });
  new Counter({
    name: 'awards_cache_reads_total',
    help: 'Reads that filled the cache.',
    registers,
    collect() {
      this.reset();
      this.inc(cache.counts.reads);
    },
  });
  new Gauge({
    name: 'awards_cache_oldest_age_seconds',
    help: 'Age of the oldest content that is given out.',
    aggregator: 'max',
    registers,
    collect() {
      this.set(cache.oldestAgeMs / 1_000);
    },
  });
}
