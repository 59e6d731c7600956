import type { z } from 'zod';

/** Real money or a provider's test money; unknown for an address on this machine. */
export type MoneyKind = 'real' | 'test' | 'unknown';

/** A payment provider for the configuration: the variables it reads. */
export interface ProviderVariables {
  readonly name: string;
  readonly variables: z.ZodObject;
  /** Returns the kind of money moved with these settings. */
  money(variables: Readonly<Record<string, string | undefined>>): MoneyKind;
}

/** The payment providers to choose from. */
export interface PaymentProviders {
  card: ProviderVariables;
  /** All names `MOBILE_MONEY_PROVIDERS` accepts; the first is the default. */
  mobileMoney: readonly [ProviderVariables, ...ProviderVariables[]];
}
