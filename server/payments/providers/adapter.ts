import { z } from 'zod';
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

export type Variables = Readonly<Record<string, string | undefined>>;

/** One provider of mobile money: what it has to be told, and how to talk to it. */
export interface MobileMoneyAdapter {
  /** As in `MOBILE_MONEY_PROVIDER`, in paths and in `payments.provider`. */
  readonly name: string;
  /** The variables of the environment that it reads, and what they must look like together. */
  readonly variables: z.ZodObject;
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
export interface CardAdapter {
  readonly name: CardProvider['name'];
  readonly variables: z.ZodObject;
  /** @throws ZodError when the variables are not valid; the start has checked them before */
  connect(
    variables: Variables,
    timeouts?: Partial<Timeouts>,
  ): { provider: CardProvider; publishableKey: string };
}

interface AdapterDefinition<Settings extends z.ZodObject> {
  name: string;
  operators: MobileMoneyProvider['operators'];
  variables: Settings;
  create(
    settings: z.output<Settings>,
    deps: AdapterDeps,
  ): Omit<MobileMoneyProvider, 'name' | 'operators'>;
}

export const mobileMoneyAdapter = <Settings extends z.ZodObject>({
  name,
  operators,
  variables,
  create,
}: AdapterDefinition<Settings>): MobileMoneyAdapter => ({
  name,
  variables,
  connect: (given, deps) => ({
    name,
    operators,
    ...create(variables.parse(given), deps),
  }),
});
