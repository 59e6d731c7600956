import type { PublicConfig } from '../shared/contracts/config';
import { VOTE_PRICES } from '../shared/domain/pricing';
import type { Config } from './config';
import { isVotingOpen } from './payments';

/** What the browser may know of the configuration, at this moment. */
export function publicConfig(
  config: Config,
  methods: PublicConfig['methods'],
  now: Date,
): PublicConfig {
  const { opensAt, closesAt } = config.voting;
  return {
    event: config.event,
    prices: { ...VOTE_PRICES },
    methods,
    mobileMoneyProvider: config.mobileMoneyProvider,
    stripePublishableKey: null,
    stripeScriptUrl: null,
    voting: {
      opensAt: opensAt?.toISOString() ?? null,
      closesAt: closesAt?.toISOString() ?? null,
      isOpen: isVotingOpen(config.voting, now),
    },
    signIn: false,
    isDemo: !config.isProduction,
  };
}
