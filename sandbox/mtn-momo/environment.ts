/** Values of `X-Target-Environment`: the provider's test system, or Cameroon's live one. */
export type TargetEnvironment = 'sandbox' | 'mtncameroon';

/** Each environment accepts one currency. */
export const CURRENCY_OF: Readonly<Record<TargetEnvironment, string>> = {
  sandbox: 'EUR',
  mtncameroon: 'XAF',
};
