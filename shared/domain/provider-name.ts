/** Names of companies are the same in every language. */
const NAMES = new Map([
  ['stripe', 'Stripe'],
  ['campay', 'Campay'],
  ['fapshi', 'Fapshi'],
  ['mtn-momo', 'MTN MoMo'],
  ['pawapay', 'pawaPay'],
]);

/** Returns the display name of a payment provider, or null for an unknown one. */
export const knownProviderName = (name: string): string | null => NAMES.get(name) ?? null;

/** Returns the display name of a payment provider, or the name itself for an unknown one. */
export const providerName = (name: string): string => knownProviderName(name) ?? name;
