import type { Language } from '../../../shared/domain/localized';
import type { Money } from '../../../shared/domain/pricing';

export const formatNumber = (value: number, language: Language): string =>
  new Intl.NumberFormat(language).format(value);

/** XAF as whole francs with "CFA"; USD from cents with two decimals. */
export function formatMoney({ amountMinor, currency }: Money, language: Language): string {
  if (currency === 'XAF') return `${formatNumber(amountMinor, language)}\u00a0CFA`;
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(amountMinor / 100);
}

export const formatDateTime = (isoInstant: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(isoInstant),
  );
