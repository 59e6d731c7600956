import { z } from 'zod';
import { isLoopback, type MoneyKind, type ProviderVariables } from '#server/config/index';
import type { Logger } from '#server/platform/logger';
import type { Timeouts } from './http/provider-http';
import type { CardProvider, MobileMoneyProvider } from './provider';

/** Dependencies of an adapter besides its settings. */
export interface AdapterDeps {
  logger: Logger;
  /**
   * Address of the provider's webhooks; null while the server is not reachable from the internet.
   */
  webhookUrl: string | null;
  timeouts?: Partial<Timeouts>;
  /** Called when the provider stops responding, and when it responds again. */
  onCircuit?: (state: 'open' | 'closed') => void;
}

/** Base address of a provider; it differs between its test and live systems. */
export const baseUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/**
 * Returns whether a provider at this address takes real or test money.
 * @param testHost matches the start of its test system's host name
 */
export function moneyAt(address: string | undefined, testHost: RegExp): MoneyKind {
  if (address === undefined || !URL.canParse(address)) return 'unknown';
  const { hostname } = new URL(address);
  if (isLoopback(hostname)) return 'unknown';
  return testHost.test(hostname) ? 'test' : 'real';
}

export type Variables = Readonly<Record<string, string | undefined>>;

/** One mobile money provider: the variables it needs, and how to call it. */
export interface MobileMoneyAdapter extends ProviderVariables {
  /** As in `MOBILE_MONEY_PROVIDERS`, in paths and in `payments.provider`. */
  readonly name: string;
  /** @throws ZodError when the variables are invalid; start-up has validated them before */
  connect(variables: Variables, deps: AdapterDeps): MobileMoneyProvider;
}

/** Data that the browser needs to render the card form. */
export interface CardForm {
  publishableKey: string;
  /** Null means Stripe's script from Stripe's host. */
  scriptUrl: string | null;
}

/** One card provider, like `MobileMoneyAdapter`. */
export interface CardAdapter extends ProviderVariables {
  readonly name: CardProvider['name'];
  /** @throws ZodError when the variables are invalid; start-up has validated them before */
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
  connect: (env, deps) => ({
    name,
    operators,
    leastAmount,
    ...create(variables.parse(env), deps),
  }),
});
