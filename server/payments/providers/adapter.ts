import { z } from 'zod';
import type { Logger } from '../../platform/logger';
import type { MobileMoneyProvider } from './provider';
import type { Patience } from './provider-http';

/** What an adapter is given besides its settings. */
export interface Surroundings {
  logger: Logger;
  /** Where the provider's webhooks come in; null while the internet cannot reach us. */
  webhookUrl: string | null;
  patience?: Partial<Patience>;
}

/** Where a provider is; it differs between its test and its live system. */
export const baseUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

type Variables = Readonly<Record<string, string | undefined>>;

/** One provider of mobile money: what it has to be told, and how to talk to it. */
export interface MobileMoneyAdapter {
  /** As in `MOBILE_MONEY_PROVIDER`, in paths and in `payments.provider`. */
  readonly name: string;
  /** The variables of the environment that it reads, and what they must look like together. */
  readonly variables: z.ZodObject;
  /** @throws ZodError when the variables are not valid; the start has checked them before */
  connect(variables: Variables, surroundings: Surroundings): MobileMoneyProvider;
}

interface AdapterDefinition<Settings extends z.ZodObject> {
  name: string;
  operators: MobileMoneyProvider['operators'];
  variables: Settings;
  create(
    settings: z.output<Settings>,
    surroundings: Surroundings,
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
  connect: (given, surroundings) => ({
    name,
    operators,
    ...create(variables.parse(given), surroundings),
  }),
});
