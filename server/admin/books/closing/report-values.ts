import type { Correction } from '#shared/contracts/books';
import { type Language, localized } from '#shared/domain/localized';
import { providerName } from '#shared/domain/provider-name';

const COUNTS: readonly Correction['figure'][] = ['payments', 'votes'];

/** Returns the number of decimal places of a currency; XAF has none. */
const partsOf = (currency: string): number => (currency === 'XAF' ? 0 : 2);

/** Formats for machines: decimal point, no thousands separator. */
export function plainValue(
  value: number,
  figure: Correction['figure'],
  currency: string | null,
): string {
  if (currency === null || COUNTS.includes(figure)) return String(value);
  const parts = partsOf(currency);
  return (value / 10 ** parts).toFixed(parts);
}

/** Formats for people. */
export function writtenValue(
  value: number,
  figure: Correction['figure'],
  currency: string | null,
  language: Language,
): string {
  const isCount = currency === null || COUNTS.includes(figure);
  const parts = isCount ? 0 : partsOf(currency);
  const digits = { minimumFractionDigits: parts, maximumFractionDigits: parts };
  return new Intl.NumberFormat(language, digits).format(value / 10 ** parts);
}

/** Names what a correction is about. */
export const aboutText = ({ provider, category }: Correction, language: Language): string =>
  category ? localized(language, category.name, category.nameFr) : providerName(provider ?? '');
