import type { CampaySettings, Config } from './config';
import { createCampayProvider, type MobileMoneyProvider } from './payments';

/**
 * The adapter that `MOBILE_MONEY_PROVIDER` names.
 * @param standIn settings of the local stand-in, used where no real ones are given
 * @returns null when the method is off
 */
export function mobileMoneyProvider(
  { campay }: Pick<Config, 'campay'>,
  standIn: CampaySettings | null,
): MobileMoneyProvider | null {
  const settings = campay ?? standIn;
  return settings && createCampayProvider(settings);
}
