import type { Pool } from 'pg';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PaymentStatus } from '#shared/domain/payment';
import { asFailureReason } from '#shared/domain/payment';
import type { ReadCache } from './read-cache';

/**
 * Metrics of this process. Labels are constants of ours, from closed and small sets: never a path,
 * an address or anything else written by a client.
 */
export const registry = new Registry();
const registers = [registry];

const requests = new Histogram({
  name: 'awards_http_request_duration_seconds',
  help: 'Requests by route. Responses from the cache take less than the first bucket, and count as 0.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface AnsweredRequest {
  /** As sent by the client. */
  method: string | undefined;
  /** As written in our code, such as `/api/categories/:id`. */
  route: string;
  /** Null when the client disconnected before the response was complete. */
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
  help: 'Calls of payment providers by result; not-sent while the circuit breaker is open.',
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

/** @param status HTTP status code */
export function outcomeOfStatus(status: number): CallOutcome {
  if (status < 400) return 'ok';
  return status < 500 ? 'refused' : 'failed';
}

const transitions = new Counter({
  name: 'awards_payment_transitions_total',
  help: 'State changes of payments made by this process.',
  labelNames: ['provider', 'state', 'reason'],
  registers,
});

/** Must be called after the transaction has committed. */
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
  help: 'Webhooks by result.',
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
  help: 'Attempts to hand a receipt to the mail server, by result.',
  labelNames: ['outcome'],
  registers,
});

export const countMail = (outcome: 'accepted' | 'refused' | 'deferred' | 'unavailable'): void =>
  mails.inc({ outcome });

const securityEvents = new Counter({
  name: 'awards_security_events_total',
  help: 'Sign-ins and other security events of the log.',
  labelNames: ['event'],
  registers,
});

export const countSecurityEvent = (event: string): void => securityEvents.inc({ event });

const refusals = new Counter({
  name: 'awards_limit_refusals_total',
  help: 'Requests rejected by a rate limit.',
  labelNames: ['limit'],
  registers,
});

export const countRefusal = (limit: string): void => refusals.inc({ limit });

const placesTaken = new Gauge({
  name: 'awards_places_taken',
  help: 'Places taken by requests that last: streams, held polls, and work that waits in a queue.',
  labelNames: ['kind'],
  registers,
});

const placesMax = new Gauge({
  name: 'awards_places_max',
  help: 'Places that may be taken; beyond them, requests are rejected or answered at once.',
  labelNames: ['kind'],
  registers,
});

export function setPlaces(kind: string, { taken, max }: { taken: number; max: number }): void {
  placesTaken.set({ kind }, taken);
  placesMax.set({ kind }, max);
}

/** Registers gauges that read this process's state at each scrape. */
export function watchProcess({ pool, cache }: { pool: Pool; cache: ReadCache }): void {
  new Gauge({
    name: 'awards_pg_pool_connections',
    help: 'Database connections.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
    },
  });
  new Gauge({
    name: 'awards_pg_pool_waiting',
    help: 'Queries waiting for a connection.',
    registers,
    collect() {
      this.set(pool.waitingCount);
    },
  });
  new Counter({
    name: 'awards_cache_answers_total',
    help: 'Responses from the cache.',
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
    help: 'Age of the oldest content being served.',
    aggregator: 'max',
    registers,
    collect() {
      this.set(cache.oldestAgeMs / 1_000);
    },
  });
}
