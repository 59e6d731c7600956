import type { z } from 'zod';

/** Money, or what a provider gives out for tests; nobody can say of an address on this machine. */
export type MoneyKind = 'real' | 'test' | 'unknown';

/** A payment provider as far as the environment goes: which variables it reads. */
export interface ProviderVariables {
  readonly name: string;
  readonly variables: z.ZodObject;
  /** What these settings move. */
  money(variables: Readonly<Record<string, string | undefined>>): MoneyKind;
}

/** Who can be paid through. */
export interface PaymentProviders {
  card: ProviderVariables;
  /** All that `MOBILE_MONEY_PROVIDER` can name; the first is the default. */
  mobileMoney: readonly [ProviderVariables, ...ProviderVariables[]];
}
