import type { Config } from './config';
import type { Logger } from './logger';
import { MOBILE_MONEY_ADAPTERS, type MobileMoneyProvider, type Patience } from './payments';

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

/**
 * The provider that `MOBILE_MONEY_PROVIDER` names.
 * @param standIns used where no real settings are given
 * @returns null when the method is off
 */
export function mobileMoneyProvider(
  config: Pick<Config, 'mobileMoneyProvider' | 'mobileMoneyVariables' | 'publicUrl'>,
  standIns: MobileMoneyStandIns | null,
  { logger, patience }: Company,
): MobileMoneyProvider | null {
  const adapter = MOBILE_MONEY_ADAPTERS.find(({ name }) => name === config.mobileMoneyProvider);
  const variables = config.mobileMoneyVariables ?? standIns?.variables;
  if (!adapter || !variables) return null;
  const origin = config.mobileMoneyVariables
    ? internetOrigin(config.publicUrl)
    : (standIns?.callbackOrigin ?? null);
  return adapter.connect(variables, {
    logger,
    webhookUrl: origin === null ? null : `${origin}/api/webhooks/${adapter.name}`,
    ...(patience ? { patience } : {}),
  });
}

/** A real provider cannot call a developer's own machine, and refuses an address like that. */
const internetOrigin = (publicUrl: string): string | null =>
  publicUrl.startsWith('https:') ? publicUrl : null;
