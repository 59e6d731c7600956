import type { PublicConfig } from '#shared/contracts/config';
import { VOTE_PRICES } from '#shared/domain/pricing';
import type { Config } from './config';

/** What the browser has to know of each payment method; null for one that is off. */
interface Methods {
  captcha: PublicConfig['captcha'];
  mobileMoney: { operators: Readonly<PublicConfig['mobileMoneyOperators']> } | null;
  card: { publishableKey: string; scriptUrl: string | null } | null;
}

/**
 * What the browser may know of the configuration.
 * @param isOpen whether new payments may start at this moment
 */
export function publicConfig(
  config: Config,
  { mobileMoney, card, captcha }: Methods,
  isOpen: boolean,
): PublicConfig {
  const { opensAt, closesAt } = config.voting;
  return {
    event: config.event,
    prices: { mobileMoney: VOTE_PRICES['mobile-money'], card: VOTE_PRICES.card },
    methods: { mobileMoney: mobileMoney !== null, card: card !== null },
    mobileMoneyProvider: config.mobileMoneyProvider,
    mobileMoneyOperators: [...(mobileMoney?.operators ?? [])],
    stripePublishableKey: card?.publishableKey ?? null,
    stripeScriptUrl: card?.scriptUrl ?? null,
    captcha,
    voting: {
      opensAt: opensAt?.toISOString() ?? null,
      closesAt: closesAt?.toISOString() ?? null,
      isOpen,
    },
    signIn: true,
    isDemo: !config.isProduction,
    moneyNotice: config.moneyNotice,
  };
}
