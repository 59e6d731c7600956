import type { Language } from './localized';
import type { Money } from './pricing';

/** Formats XAF as whole francs with "CFA", and USD from cents with two decimals. */
export function formatMoney({ amountMinor, currency }: Money, language: Language): string {
  if (currency === 'XAF') {
    return `${new Intl.NumberFormat(language).format(amountMinor)}\u00a0CFA`;
  }
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(amountMinor / 100);
}
