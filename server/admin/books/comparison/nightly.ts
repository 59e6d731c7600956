import { sql } from 'drizzle-orm';
import { providersOf } from '#server/payments/index';
import { startWorker, type Worker } from '#server/platform/worker';
import { bookDays, payments } from '#shared/schema';
import type { BookContext } from '../context';
import { compareWithList } from './compare-list';
import { leaseDueDay } from './store-comparison';

const EVERY_MS = 60_000;
/** Few people vote at that hour, and providers have listed the previous day. */
const QUIET_HOUR = '03:00';
/** How many days back a missed comparison is made up for. */
const DAYS_BACK = 31;

const withList = ({ payments }: BookContext) =>
  providersOf(payments).filter(({ statement }) => statement);

/**
 * Compares yesterday and missed days with the lists of all providers that have one.
 * @returns the number of days tried
 */
export async function compareDueDays(
  context: BookContext,
  stopping?: AbortSignal,
): Promise<number> {
  const providers = withList(context);
  const names = providers.map(({ name }) => name);
  let tried = 0;
  while (!stopping?.aborted) {
    const due = await leaseDueDay(context.payments.db, names);
    const provider = due && providers.find(({ name }) => name === due.provider);
    if (!provider) break;
    tried += 1;
    await compareWithList(context, provider, due.day);
  }
  return tried;
}

/** Schedules each day since a provider's first payment for the following night. */
export async function planDays(context: BookContext): Promise<void> {
  const zone = context.timezone();
  const names = withList(context).map(({ name }) => name);
  await context.payments.db.execute(sql`
    insert into ${bookDays} (provider, day, next_at)
    select first.provider, day::date,
      (day::date + 1 + ${QUIET_HOUR}::time) at time zone ${zone}::text
    from (
      select name as provider, (
        select min(created_at) at time zone ${zone}::text from ${payments} where provider = name
      )::date as began
      from unnest(${sql.param(names)}::text[]) as name
    ) as first, generate_series(
      greatest(began, (now() at time zone ${zone}::text)::date - ${DAYS_BACK}::int),
      (now() at time zone ${zone}::text)::date - 1, interval '1 day'
    ) as day
    where began is not null
    on conflict do nothing`);
}

/** Runs in every process; the processes share the work. */
export function startNightlyBooks(context: BookContext): Worker {
  let plannedOn: string | null = null;
  return startWorker({
    round: async (stopping) => {
      const today = new Intl.DateTimeFormat('en-CA', { timeZone: context.timezone() }).format();
      // Once a day, because it searches all payments for the first one of each provider.
      if (today !== plannedOn) await planDays(context);
      plannedOn = today;
      await compareDueDays(context, stopping);
    },
    pauseMs: () => EVERY_MS,
    onError: (err) =>
      context.payments.logger.error({ err }, 'days of the books could not be compared'),
  });
}
