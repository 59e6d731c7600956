import type { Language } from '#shared/domain/localized';
import { formatMoney } from '#shared/domain/money-text';

const TWO_DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** Formats money in a currency that may not be one of ours. */
export function listedMoney(amountMinor: number, code: string, language: Language): string {
  if (code === 'XAF' || code === 'USD') {
    return formatMoney({ amountMinor, currency: code }, language);
  }
  return `${new Intl.NumberFormat(language, TWO_DECIMALS).format(amountMinor / 100)}\u00a0${code}`;
}
