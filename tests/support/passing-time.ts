import { sql } from 'drizzle-orm';
import { reconcileDue } from '#server/payments/checks/reconciler';
import { sweepDue } from '#server/payments/checks/sweep';
import type { TestApp } from './app';

/**
 * In ms: a scheduled check waits for the smallest interval between two checks of one payment,
 * Fapshi's.
 */
const STEP_MS = 11_000;
/**
 * Interval of reading lists while nothing else happens, in ms: more often would make no difference.
 */
const SWEEP_MS = 43_200_000;

/**
 * Lets this much time pass, and runs the reconciler's work whenever it falls due. The application
 * must have been started with `hasClock`.
 */
export async function letTimePass(app: TestApp, ms: number): Promise<void> {
  let leftMs = ms;
  let isIdle = false;
  let sweptBeforeMs: number | null = null;
  for (;;) {
    const due = await nextDue(app);
    // Payments that are due may not be checked again so soon.
    const soonest = isIdle ? Math.min(STEP_MS, leftMs) : 0;
    const sweepInMs = Math.max(
      due.sweepInMs,
      sweptBeforeMs === null ? 0 : SWEEP_MS - sweptBeforeMs,
    );
    const stepMs = Math.max(Math.min(due.checkInMs, sweepInMs), soonest);
    if (stepMs > leftMs || (isIdle && stepMs === 0)) break;
    if (stepMs > 0) await app.advance(stepMs);
    leftMs -= stepMs;
    const isSwept = sweepInMs <= stepMs;
    if (isSwept) await sweepDue(app.context);
    sweptBeforeMs = isSwept ? 0 : sweptBeforeMs === null ? null : sweptBeforeMs + stepMs;
    isIdle = (await reconcileDue(app.context)) === 0 && !isSwept;
    await app.settled();
  }
  await app.advance(leftMs);
  await sweepDue(app.context);
  await reconcileDue(app.context);
  await app.settled();
}

/** In ms; negative when overdue, infinite when nothing is scheduled. */
async function nextDue({ db }: TestApp): Promise<{ checkInMs: number; sweepInMs: number }> {
  const { rows } = await db.execute<{ check: number | null; sweep: number }>(sql`
    select
      (extract(epoch from (select min(next_check_at) from payments) - clock_timestamp()) * 1000)::float8 as check,
      coalesce(extract(epoch from (select min(next_sweep_at) from provider_sweeps) - clock_timestamp()) * 1000, 0)::float8 as sweep`);
  const [{ check, sweep } = { check: null, sweep: 0 }] = rows;
  // A moment later rather than a moment too early.
  return {
    checkInMs: check === null ? Number.POSITIVE_INFINITY : Math.ceil(check) + 1,
    sweepInMs: Math.ceil(sweep) + 1,
  };
}
