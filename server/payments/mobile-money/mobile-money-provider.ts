import type { Config } from '../../config/config';
import type { Logger } from '../../platform/logger';
import { MOBILE_MONEY_ADAPTERS, type MobileMoneyProvider, type Patience } from '..';

/** The world of a demo or a test, as far as mobile money goes. */
export interface MobileMoneyStandIns {
  /** What an environment that names the stand-ins would say, for every provider at once. */
  variables: Readonly<Record<string, string>>;
  /** Where the stand-ins find us. */
  callbackOrigin: string;
}

interface Company {
  logger: Logger;
  patience?: Partial<Patience>;
}

interface MobileMoneyProviders {
  /** The one that `MOBILE_MONEY_PROVIDER` names; null when the method is off. */
  mobileMoney: MobileMoneyProvider | null;
  /** The others that are set up: they may still hold payments from before the choice changed. */
  formerMobileMoney: MobileMoneyProvider[];
}

/** @param standIns used where no real settings are given */
export function mobileMoneyProviders(
  config: Pick<Config, 'mobileMoneyProvider' | 'mobileMoneyVariables' | 'publicUrl'>,
  standIns: MobileMoneyStandIns | null,
  { logger, patience }: Company,
): MobileMoneyProviders {
  const providers = MOBILE_MONEY_ADAPTERS.flatMap((adapter) => {
    const real = config.mobileMoneyVariables[adapter.name];
    const variables = real ?? standIns?.variables;
    if (!variables) return [];
    const origin = real ? internetOrigin(config.publicUrl) : (standIns?.callbackOrigin ?? null);
    const provider = adapter.connect(variables, {
      logger,
      webhookUrl: origin === null ? null : `${origin}/api/webhooks/${adapter.name}`,
      ...(patience ? { patience } : {}),
    });
    return [provider];
  });
  const isChosen = ({ name }: MobileMoneyProvider) => name === config.mobileMoneyProvider;
  return {
    mobileMoney: providers.find(isChosen) ?? null,
    formerMobileMoney: providers.filter((provider) => !isChosen(provider)),
  };
}

/** A real provider cannot call a developer's own machine, and refuses an address like that. */
const internetOrigin = (publicUrl: string): string | null =>
  publicUrl.startsWith('https:') ? publicUrl : null;
