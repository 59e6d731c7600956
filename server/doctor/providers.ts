import type { PaymentProvider } from '#server/payments/index';
import { type Check, clockFinding, type Finding, fault, ok } from './finding';

/** Probes our account with the provider, without requesting a payment. */
export const providerCheck = (provider: PaymentProvider): Check => ({
  about: provider.name,
  run: async () => {
    const { name } = provider;
    const askedAt = Date.now();
    const { outcome, reason, clock } = await provider.probe();
    return [
      accessFinding(name, outcome, reason),
      ...(clock ? [clockFinding(name, clock, askedAt)] : []),
    ];
  },
});

function accessFinding(
  name: string,
  outcome: Awaited<ReturnType<PaymentProvider['probe']>>['outcome'],
  reason: string,
): Finding {
  switch (outcome) {
    case 'accepted':
      return ok(name, 'accepts our credentials');
    case 'refused':
      return fault(name, `refuses our credentials (${reason}): look at its settings`);
    case 'unknown':
      return fault(name, `${troubleOf(reason)}`);
  }
}

/** Names only what is known: a slow or failing provider says nothing about our credentials. */
function troubleOf(reason: string): string {
  if (/timeout/i.test(reason)) {
    return `does not answer in time (${reason}): try again in a few minutes`;
  }
  if (/^HTTP 5/.test(reason)) {
    return `has a problem of its own (${reason}): try again in a few minutes`;
  }
  if (/^HTTP /.test(reason))
    return `answers, but not as this API does (${reason}): look at its address`;
  return `cannot be reached (${reason}): look at its address and at the firewall`;
}
