import type { PublicConfig } from '#shared/contracts/config';
import { VOTE_PRICES } from '#shared/domain/pricing';
import { isVotingOpen, type MobileMoneyProvider } from '../payments';
import type { CardForm } from '../payments/card/card-provider';
import type { Config } from './config';

/** A method is on when there is somebody to pay through. */
interface Methods {
  mobileMoney: MobileMoneyProvider | null;
  card: CardForm | null;
}

/** What the browser may know of the configuration, at this moment. */
export function publicConfig(
  config: Config,
  { mobileMoney, card }: Methods,
  now: Date,
): PublicConfig {
  const { opensAt, closesAt } = config.voting;
  return {
    event: config.event,
    prices: { ...VOTE_PRICES },
    methods: { mobileMoney: mobileMoney !== null, card: card !== null },
    mobileMoneyProvider: config.mobileMoneyProvider,
    mobileMoneyOperators: [...(mobileMoney?.operators ?? [])],
    stripePublishableKey: card?.publishableKey ?? null,
    stripeScriptUrl: card?.scriptUrl ?? null,
    voting: {
      opensAt: opensAt?.toISOString() ?? null,
      closesAt: closesAt?.toISOString() ?? null,
      isOpen: isVotingOpen(config.voting, now),
    },
    signIn: true,
    isDemo: !config.isProduction,
  };
}
