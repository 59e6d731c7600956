import { z } from 'zod';
import { isLoopback, type MoneyKind, type ProviderVariables } from '../../config';
import type { Logger } from '../../platform/logger';
import type { CardProvider, MobileMoneyProvider } from './provider';
import type { Timeouts } from './provider-http';

/** What an adapter is given besides its settings. */
export interface AdapterDeps {
  logger: Logger;
  /** Where the provider's webhooks come in; null while the internet cannot reach us. */
  webhookUrl: string | null;
  timeouts?: Partial<Timeouts>;
}

/** Where a provider is; it differs between its test and its live system. */
export const baseUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/**
 * What a provider at this address takes.
 * @param testHost how the name of its test system begins
 */
export function moneyAt(address: string | undefined, testHost: RegExp): MoneyKind {
  if (address === undefined || !URL.canParse(address)) return 'unknown';
  const { hostname } = new URL(address);
  if (isLoopback(hostname)) return 'unknown';
  return testHost.test(hostname) ? 'test' : 'real';
}

export type Variables = Readonly<Record<string, string | undefined>>;

/** One provider of mobile money: what it has to be told, and how to talk to it. */
export interface MobileMoneyAdapter extends ProviderVariables {
  /** As in `MOBILE_MONEY_PROVIDER`, in paths and in `payments.provider`. */
  readonly name: string;
  /** @throws ZodError when the variables are not valid; the start has checked them before */
  connect(variables: Variables, deps: AdapterDeps): MobileMoneyProvider;
}

/** What the browser needs to draw the card form. */
export interface CardForm {
  publishableKey: string;
  /** Null means Stripe's own script, from Stripe's host. */
  scriptUrl: string | null;
}

/** One card provider, as `MobileMoneyAdapter`. */
export interface CardAdapter extends ProviderVariables {
  readonly name: CardProvider['name'];
  /** @throws ZodError when the variables are not valid; the start has checked them before */
  connect(
    variables: Variables,
    timeouts?: Partial<Timeouts>,
  ): { provider: CardProvider; publishableKey: string };
}

interface AdapterDefinition<Settings extends z.ZodObject> {
  name: string;
  operators: MobileMoneyProvider['operators'];
  leastAmount: number;
  variables: Settings;
  money: ProviderVariables['money'];
  create(
    settings: z.output<Settings>,
    deps: AdapterDeps,
  ): Omit<MobileMoneyProvider, 'name' | 'operators' | 'leastAmount'>;
}

export const mobileMoneyAdapter = <Settings extends z.ZodObject>({
  name,
  operators,
  leastAmount,
  variables,
  money,
  create,
}: AdapterDefinition<Settings>): MobileMoneyAdapter => ({
  name,
  variables,
  money,
  connect: (given, deps) => ({
    name,
    operators,
    leastAmount,
    ...create(variables.parse(given), deps),
  }),
});
