import { z } from 'zod';
import { isRefusal, type ListRequest, type ProviderResponse } from '../http/provider-http';
import { asUuid, optionalText } from '../reported-fields';
import { type ReadStatement, type StatementEntry, StatementError } from './statement';

type Call = (request: ListRequest) => Promise<ProviderResponse>;

const DAY_MS = 86_400_000;
const isoDay = (date: Date) => date.toISOString().slice(0, 10);

/**
 * Reads Campay's history: every finished transaction of some days. Requests one more day at either
 * end, because Campay's days may not start when ours do.
 */
export const readHistory = (
  call: Call,
  from: Date,
  until: Date,
  take: ListRequest['take'],
): Promise<ProviderResponse> =>
  call({
    method: 'POST',
    path: '/history/',
    json: {
      start_date: isoDay(new Date(from.getTime() - DAY_MS)),
      end_date: isoDay(new Date(until.getTime() + DAY_MS)),
    },
    retries: 1,
    entriesAt: '$.data.*',
    take,
  });

/** Other uses of the account, such as withdrawals, name none of our payments. */
const named = z.object({ external_user: optionalText, status: z.string() });
const collected = z.object({
  reference_uuid: z.string(),
  amount: z.number(),
  charge_amount: z.number().nullish(),
  credit: z.number().nullish(),
  datetime: z.string().transform((text, context) => {
    // A time without a zone is in UTC, like Campay's days.
    const at = new Date(/([zZ]|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
    if (Number.isNaN(at.getTime())) context.addIssue('no moment');
    return at;
  }),
});

/** Contains only collections: money returned by hand is a withdrawal without a payment id. */
export const campayStatement = (call: Call): ReadStatement =>
  async function* (from, until) {
    const entries: StatementEntry[] = [];
    let isSound = true;
    const answer = await readHistory(call, from, until, (listed) => {
      for (const entry of listed) {
        const { data } = named.safeParse(entry);
        const paymentId = asUuid(data?.external_user ?? null);
        if (paymentId === null || data?.status.toUpperCase() !== 'SUCCESSFUL') continue;
        const read = collected.safeParse(entry);
        if (read.success) entries.push(entryOf(paymentId, read.data));
        else isSound = false;
      }
    });
    yield* entries;
    if (isRefusal(answer)) throw new StatementError('refused');
    if (answer.status !== 200 || !answer.isReadable || !isSound) {
      throw new StatementError('unanswered');
    }
  };

function entryOf(paymentId: string, listed: z.output<typeof collected>): StatementEntry {
  const { reference_uuid: providerRef, amount, charge_amount: fee, credit: net, datetime } = listed;
  return {
    kind: 'paid',
    providerRef,
    paymentId,
    money: { amountMinor: amount, currency: 'XAF' },
    fee: fee == null || net == null ? null : { currency: 'XAF', fee, net },
    at: datetime,
  };
}
