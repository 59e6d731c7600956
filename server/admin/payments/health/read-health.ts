import { sql } from 'drizzle-orm';
import { clockDifference } from '#server/db/clock-difference';
import { WEBHOOKS_REFUSED } from '#server/http/index';
import { type Books, differencesIn, readBooks } from '#server/metrics/index';
import { type PaymentContext, type PaymentProvider, providersOf } from '#server/payments/index';
import { type CountState, readCountState } from '#server/verification/index';
import type { Health, HealthItem, HealthState } from '#shared/contracts/admin-health';
import { countUnnamedWords } from './operator-words';

/** How long providers' probe results are cached for all viewers, in ms. */
const PROBES_LAST_MS = 30_000;

/**
 * Limits beyond which the state is `look` or `wrong`, as in ops/prometheus/alerts.yml. In seconds.
 */
const LIMITS_S = {
  promptOpen: 3_600,
  open: 25 * 3_600,
  checkLag: { look: 30, wrong: 180 },
  mailLag: { look: 600, wrong: 3_600 },
  recount: { everything: 36 * 3_600, new: 1_800 },
};
const SLOW_DATABASE_MS = 250;
/** Failures within two hours; browser extensions cause a few in any crowd. */
const CLIENT_ERROR_LIMITS = { look: 4, wrong: 40 };

interface HealthDeps {
  payments: PaymentContext;
  /** True when receipts are sent by e-mail. */
  sendsMail: boolean;
}

/** Returns a function that reads the state of everything, most important first. */
export function healthReader({ payments, sendsMail }: HealthDeps): () => Promise<Health> {
  const { db, limiter } = payments;
  const providers = providersOf(payments);
  const probed = shared(PROBES_LAST_MS, () => Promise.all(providers.map(providerItem)));
  return async () => {
    const [database, books, count, access, refusedOf, unnamed] = await Promise.all([
      databaseItems(db),
      readBooks(db),
      readCountState(db),
      probed(),
      refusing(limiter, providers),
      countUnnamedWords(db),
    ]);
    return {
      at: new Date().toISOString(),
      runningSince: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
      items: [
        moneyItem(books),
        countItem(count, books.isVotingOpen === true),
        openItem(books),
        flagsItem(books),
        checksItem(books),
        ...access,
        { about: 'webhooks', state: refusedOf.length > 0 ? 'look' : 'well', refusedOf },
        { about: 'operator-words', state: unnamed > 0 ? 'look' : 'well', count: unnamed },
        phonesItem(books),
        mailsItem(books, sendsMail),
        ...database,
      ],
    };
  };
}

/** Shares one run among concurrent callers and caches its result for a while. */
function shared<Result>(lastsMs: number, work: () => Promise<Result>): () => Promise<Result> {
  let last: { at: number; result: Promise<Result> } | null = null;
  return () => {
    const now = performance.now();
    if (!last || now - last.at > lastsMs) last = { at: now, result: work() };
    return last.result;
  };
}

async function databaseItems(db: PaymentContext['db']): Promise<HealthItem[]> {
  const startedAt = performance.now();
  const askedAt = Date.now();
  const { rows } = await db.execute<{ ms: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
  );
  const milliseconds = Math.round(performance.now() - startedAt);
  const clock = clockDifference(new Date(rows[0]?.ms ?? Number.NaN), askedAt);
  return [
    {
      about: 'database',
      state: milliseconds > SLOW_DATABASE_MS ? 'look' : 'well',
      milliseconds,
    },
    { about: 'clock', state: clock.state, seconds: Math.round(clock.ms / 1_000) },
  ];
}

function moneyItem({ moneyMinusVotes, votesMinusTotals: votes }: Books): HealthItem {
  const differences = differencesIn(moneyMinusVotes);
  const isWell = differences.length === 0 && votes === 0;
  return { about: 'money', state: isWell ? 'well' : 'wrong', differences, votes };
}

function countItem(found: CountState, isVotingOpen: boolean): HealthItem {
  const { differences, first, everythingAt, newAt, pausedSince } = found;
  // Before the first run, counts from the start of the process.
  const isOlder = (at: Date | null, seconds: number) =>
    (at === null ? process.uptime() : (Date.now() - at.getTime()) / 1_000) > seconds;
  const isOld =
    isOlder(everythingAt, LIMITS_S.recount.everything) ||
    (isVotingOpen && isOlder(newAt, LIMITS_S.recount.new));
  const isWrong = differences > 0 || pausedSince !== null;
  return {
    about: 'count',
    state: isWrong ? 'wrong' : isOld ? 'look' : 'well',
    differences,
    first,
    at: everythingAt?.toISOString() ?? null,
    pausedSince: pausedSince?.toISOString() ?? null,
  };
}

function openItem({ open: { card, 'mobile-money': prompts } }: Books): HealthItem {
  const oldestSeconds = Math.round(Math.max(card.oldestSeconds, prompts.oldestSeconds));
  const isOld = prompts.oldestSeconds > LIMITS_S.promptOpen;
  const state = oldestSeconds > LIMITS_S.open ? 'wrong' : isOld ? 'look' : 'well';
  return { about: 'open-payments', state, count: card.count + prompts.count, oldestSeconds };
}

const flagsItem = ({ needALook: count }: Books): HealthItem => ({
  about: 'flags',
  state: count > 0 ? 'look' : 'well',
  count,
});

function checksItem({ checks }: Books): HealthItem {
  const all = [...checks.values()];
  const lagSeconds = Math.round(Math.max(0, ...all.map((due) => due.lagSeconds)));
  const count = all.reduce((sum, due) => sum + due.count, 0);
  return { about: 'checks', state: stateOf(lagSeconds, LIMITS_S.checkLag), count, lagSeconds };
}

const phonesItem = ({ clientErrors: { count, browsers } }: Books): HealthItem => ({
  about: 'phones',
  state: stateOf(count, CLIENT_ERROR_LIMITS),
  count,
  browsers,
});

function mailsItem({ mails }: Books, isOn: boolean): HealthItem {
  if (!isOn) return { about: 'mails', state: 'look', isOn, count: 0, lagSeconds: 0 };
  const lagSeconds = Math.round(mails.lagSeconds);
  const state = stateOf(lagSeconds, LIMITS_S.mailLag);
  return { about: 'mails', state, isOn, count: mails.count, lagSeconds };
}

function stateOf(figure: number, most: { look: number; wrong: number }): HealthState {
  if (figure > most.wrong) return 'wrong';
  return figure > most.look ? 'look' : 'well';
}

/** Probes our account with the provider, without requesting a payment. */
async function providerItem(provider: PaymentProvider): Promise<HealthItem> {
  const { outcome } = await provider.probe();
  const state = outcome === 'accepted' ? 'well' : 'wrong';
  return { about: 'provider', state, name: provider.name, access: outcome };
}

async function refusing(
  limiter: PaymentContext['limiter'],
  providers: readonly PaymentProvider[],
): Promise<string[]> {
  const looked = await Promise.all(
    providers.map(async ({ name }) => {
      const noted = await limiter.peek([{ limit: WEBHOOKS_REFUSED, subject: name }]);
      return noted.length > 0 ? [name] : [];
    }),
  );
  return looked.flat();
}
