import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { isRefusal, type ProviderRequest, type ProviderResponse } from '../http/provider-http';
import { asUuid, optionalText } from '../reported-fields';
import { type ReadStatement, type StatementEntry, StatementError } from './statement';

type Call = (request: ProviderRequest) => Promise<ProviderResponse>;

const DAY_MS = 86_400_000;
/** Most records in one response; there is no next page. */
export const SEARCH_LIMIT = 100;
/** Values by which a day with too many records for one response is divided. */
const MEDIA = ['mobile money', 'orange money'];

const moment = z
  .string()
  .transform((text) => new Date(text))
  .pipe(z.date());
const collection = z.object({
  transId: z.string(),
  transType: optionalText,
  status: z.string(),
  amount: z.number(),
  revenue: z.number().nullish(),
  externalId: optionalText,
  userId: optionalText,
  dateInitiated: moment,
  dateConfirmed: z.union([moment, optionalText.pipe(z.null())]),
});
type Collection = z.output<typeof collection>;
const found = z.array(collection);

/**
 * Reads Fapshi's records. A response has a hundred records at most. A longer day is requested from
 * both its ends, and then by the kind of wallet; records beyond that cannot be read.
 * @param pauseMs between two requests: Fapshi allows six a minute about one payment and documents
 *   no limit for others
 */
export const fapshiStatement = (call: Call, pauseMs: number): ReadStatement =>
  async function* (from, until) {
    let isFirst = true;
    const search = async (query: Record<string, string>): Promise<Collection[]> => {
      if (!isFirst) await delay(pauseMs);
      isFirst = false;
      const settings = { status: 'successful', limit: String(SEARCH_LIMIT), ...query };
      const path = `/search?${new URLSearchParams(settings)}`;
      const answer = await call({ method: 'GET', path, retries: 1 });
      if (isRefusal(answer) && answer.status !== 429) throw new StatementError('refused');
      const { data } = found.safeParse(answer.status === 200 ? answer.body : null);
      if (!data) throw new StatementError('unanswered');
      return data;
    };
    for (const day of daysBetween(from, until)) {
      const { collections, isWhole } = await searchDay(search, day);
      yield* collections.flatMap(entryOf);
      if (!isWhole) throw new StatementError('too-many');
    }
  };

/** The days in UTC, which Fapshi uses. */
function daysBetween(from: Date, until: Date): string[] {
  const first = Math.floor(from.getTime() / DAY_MS);
  const last = Math.floor((until.getTime() - 1) / DAY_MS);
  const count = Math.max(0, last - first + 1);
  return Array.from({ length: count }, (_, at) =>
    new Date((first + at) * DAY_MS).toISOString().slice(0, 10),
  );
}

type Search = (query: Record<string, string>) => Promise<Collection[]>;

async function searchDay(search: Search, day: string) {
  const period = { start: day, end: day };
  const whole = await searchBothEnds(search, period);
  if (whole.isWhole) return whole;
  const parts = [whole];
  for (const medium of MEDIA) parts.push(await searchBothEnds(search, { ...period, medium }));
  const [, ...byMedium] = parts;
  return {
    collections: distinct(parts.flatMap(({ collections }) => collections)),
    isWhole: byMedium.every((part) => part.isWhole),
  };
}

async function searchBothEnds(search: Search, query: Record<string, string>) {
  const first = await search({ ...query, sort: 'asc' });
  if (first.length < SEARCH_LIMIT) return { collections: first, isWhole: true };
  const last = await search({ ...query, sort: 'desc' });
  const firstIds = new Set(first.map(({ transId }) => transId));
  const isWhole = last.some(({ transId }) => firstIds.has(transId));
  return { collections: distinct([...first, ...last]), isWhole };
}

/** Removes records repeated across responses. Duplicates within one response stay. */
function distinct(collections: readonly Collection[]): Collection[] {
  return [...new Map(collections.map((collection) => [collection.transId, collection])).values()];
}

function entryOf(listed: Collection): StatementEntry[] {
  const { transId, transType, status, amount, revenue, dateInitiated, dateConfirmed } = listed;
  const paymentId = asUuid(listed.externalId) ?? asUuid(listed.userId);
  const isCollection = transType === null || transType === 'Collection';
  if (paymentId === null || !isCollection || status.toUpperCase() !== 'SUCCESSFUL') return [];
  return [
    {
      kind: 'paid',
      providerRef: transId,
      paymentId,
      money: { amountMinor: amount, currency: 'XAF' },
      fee: revenue == null ? null : { currency: 'XAF', fee: amount - revenue, net: revenue },
      at: dateConfirmed ?? dateInitiated,
    },
  ];
}
