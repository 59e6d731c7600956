import type { Config } from '#server/config/index';
import type { Edition } from '#server/settings/index';
import { type Finding, fault, ok, warning } from './finding';

/**
 * Checks settings that are valid but unusual before an event. Invalid ones already prevent the
 * start.
 * @param settings null when there are none yet
 */
export function checkConfiguration(config: Config, settings: Edition | null): Finding[] {
  const closesAt = settings?.voting.closesAt;
  const about = 'configuration';
  const findings: Finding[] = [
    ...(config.isProduction
      ? []
      : [fault(about, 'this is not production: set NODE_ENV=production')]),
    ...(config.moneyNotice === null
      ? []
      : [warning(about, 'money is simulated: remove ALLOW_TEST_MONEY for a real event')]),
    ...(config.databaseOwnerUrl === null
      ? []
      : [warning(about, 'DATABASE_OWNER_URL is set: the server itself must not have it')]),
    ...(config.providerVariables.stripe ? [] : [warning(about, 'cards are off')]),
    ...(config.mobileMoneyProviders.some((name) => config.providerVariables[name])
      ? []
      : [warning(about, 'mobile money is off')]),
    ...(closesAt === null ? [warning(about, 'voting never closes: check /admin/settings')] : []),
    ...(settings && closesAt && closesAt <= settings.readAt
      ? [warning(about, 'voting is already closed: check /admin/settings')]
      : []),
  ];
  return findings.length === 0 ? [ok(about, 'is valid')] : findings;
}
