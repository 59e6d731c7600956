import { type Choosable, orderOf } from '#server/payments/index';
import type { Edition } from '#server/settings/index';
import { WALLET_OPERATORS } from '#shared/domain/provider-routes';
import { type Finding, ok, warning } from './finding';

const NAMES = { mtn: 'MTN', orange: 'Orange' };

/**
 * Checks which providers take the payments of each operator.
 * @param settings null when there are none yet
 */
export function checkRouting(
  mobileMoney: readonly Choosable[],
  settings: Edition | null,
): Finding[] {
  const about = 'mobile money';
  if (!settings || mobileMoney.length === 0) return [];
  const { routing } = settings.settings;
  const connected = mobileMoney.map(({ name }) => name);
  const findings = WALLET_OPERATORS.flatMap((operator): Finding[] => {
    const { order, fixed } = routing[operator];
    const names = orderOf(operator, routing[operator], mobileMoney).map(({ name }) => name);
    const missing = (order ?? []).filter((name) => !connected.includes(name));
    return [
      ...(names.length === 0
        ? [warning(about, `nobody takes ${NAMES[operator]}: check /admin/settings`)]
        : []),
      ...missing.map((name) =>
        warning(about, `${name}, chosen for ${NAMES[operator]}, is not connected`),
      ),
      ...(fixed === null
        ? []
        : [warning(about, `${fixed} is fixed for ${NAMES[operator]}: check /admin/health`)]),
    ];
  });
  return findings.length > 0 ? findings : [ok(about, 'every operator has a provider')];
}
