import { type CampaySettings, type Config, ConfigError } from './config';
import { createCampayProvider, type MobileMoneyProvider } from './payments';

/**
 * The adapter that `MOBILE_MONEY_PROVIDER` names.
 * @param standIn settings of the local stand-in, used where no real ones are given
 * @returns null when the method is off
 * @throws ConfigError for a provider without an adapter
 */
export function mobileMoneyProvider(
  { mobileMoneyProvider: name, campay }: Config,
  standIn: CampaySettings | null,
): MobileMoneyProvider | null {
  if (name !== 'campay') {
    throw new ConfigError([`MOBILE_MONEY_PROVIDER ${name} has no adapter in this version`]);
  }
  const settings = campay ?? standIn;
  return settings && createCampayProvider(settings);
}
