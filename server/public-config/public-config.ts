import type { Config } from '#server/config/index';
import {
  type Edition,
  isVotingOpen,
  type LiveSettings,
  resultsShown,
  retentionOf,
} from '#server/settings/index';
import type { PublicConfig } from '#shared/contracts/config';
import { detailsKeptUntil } from '#shared/domain/retention';

/** Data that the browser needs about each payment method; null for one that is disabled. */
interface Methods {
  captcha: PublicConfig['captcha'];
  mobileMoney: {
    /** Providers that may take new payments; empty while none is connected. */
    providers: readonly string[];
    /** Operators whose payments some provider takes. */
    operators: PublicConfig['mobileMoneyOperators'];
    /** Those of them for which no provider responds at the moment. */
    down: PublicConfig['mobileMoneyDown'];
  };
  card: { publishableKey: string; scriptUrl: string | null } | null;
}

/** Returns the public part of the configuration and of the organiser's settings. */
export function publicConfig(
  config: Pick<Config, 'mobileMoneyProviders' | 'isProduction' | 'isRehearsal' | 'moneyNotice'>,
  connected: Methods,
  { current, editions }: Pick<LiveSettings, 'current' | 'editions'>,
  now: Date,
): PublicConfig {
  const { settings, prices, voting } = current;
  const { name, nameFr, year, timezone, votes, contact, organiser, refunds } = settings;
  const { mobileMoney } = connected;
  const hasMobileMoney = settings.methods.mobileMoney && mobileMoney.operators.length > 0;
  const card = settings.methods.card ? connected.card : null;
  const { shows, since } = resultsShown(current, now);
  return {
    event: { name, nameFr, year, timezone },
    prices: { ...prices },
    votes,
    methods: { mobileMoney: hasMobileMoney, card: card !== null },
    mobileMoneyProvider: mobileMoney.providers[0] ?? config.mobileMoneyProviders[0] ?? '',
    mobileMoneyProviders: hasMobileMoney ? [...mobileMoney.providers] : [],
    mobileMoneyOperators: hasMobileMoney ? mobileMoney.operators : [],
    mobileMoneyDown: hasMobileMoney ? mobileMoney.down : [],
    stripePublishableKey: card?.publishableKey ?? null,
    stripeScriptUrl: card?.scriptUrl ?? null,
    captcha: connected.captcha,
    voting: {
      opensAt: voting.opensAt?.toISOString() ?? null,
      closesAt: voting.closesAt?.toISOString() ?? null,
      isOpen: isVotingOpen(voting, now),
    },
    retentionDays: settings.retentionDays,
    detailsKeptUntil: detailsKeptUntil(retentionOf(current))?.toISOString() ?? null,
    results: { shows, since: since?.toISOString() ?? null },
    contact,
    organiser,
    refunds,
    banner: bannerAt(settings.banner, now),
    hasArchive: editions.some(({ state }) => state === 'archived'),
    changesAt: nextChange(settings, now),
    signIn: true,
    isDemo: !config.isProduction,
    isRehearsal: config.isRehearsal,
    moneyNotice: config.moneyNotice,
  };
}

function bannerAt(
  { text, from, to }: Edition['settings']['banner'],
  now: Date,
): PublicConfig['banner'] {
  const hasStarted = from === null || now >= new Date(from);
  const isOver = to !== null && now >= new Date(to);
  return text.en !== null && hasStarted && !isOver ? text : null;
}

/** Returns the next time at which the public configuration changes without a new setting. */
function nextChange(
  { opensAt, closesAt, banner, results }: Edition['settings'],
  now: Date,
): string | null {
  const moments = [opensAt, closesAt, banner.from, banner.to, results.sealedFrom];
  const future = moments.filter((moment) => moment !== null && new Date(moment) > now);
  return future.sort((a, b) => Date.parse(a ?? '') - Date.parse(b ?? ''))[0] ?? null;
}
