/** Names of companies are the same in every language. */
const NAMES = new Map([
  ['stripe', 'Stripe'],
  ['campay', 'Campay'],
  ['fapshi', 'Fapshi'],
  ['mtn-momo', 'MTN MoMo'],
]);

/**
 * A payment provider as people call it.
 * @returns null for what is none
 */
export const providerName = (name: string): string | null => NAMES.get(name) ?? null;
