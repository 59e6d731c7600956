import type { Config } from '../config';
import { type Finding, fault, ok, warning } from './finding';

/** What may be set so, and is seldom meant so before an event. What must not be ends the start. */
export function lookAtConfiguration(config: Config, now: Date): Finding[] {
  const about = 'configuration';
  const { closesAt } = config.voting;
  const findings: Finding[] = [
    ...(config.isProduction
      ? []
      : [fault(about, 'this is not production: set NODE_ENV=production')]),
    ...(config.moneyNotice === null
      ? []
      : [warning(about, 'money is played: take ALLOW_TEST_MONEY out for a real event')]),
    ...(config.databaseOwnerUrl === null
      ? []
      : [warning(about, 'DATABASE_OWNER_URL is set: the server itself must not have it')]),
    ...(config.providerVariables.stripe ? [] : [warning(about, 'cards are off')]),
    ...(config.providerVariables[config.mobileMoneyProvider]
      ? []
      : [warning(about, 'mobile money is off')]),
    ...(closesAt === null ? [warning(about, 'voting never closes: set VOTING_CLOSES_AT')] : []),
    ...(closesAt !== null && closesAt <= now
      ? [warning(about, 'voting is closed already: look at VOTING_CLOSES_AT')]
      : []),
  ];
  return findings.length === 0 ? [ok(about, 'is valid')] : findings;
}
