import { formatMoney, formatNumber } from '#client/lib/format';
import type { AdminPaymentHistory } from '#shared/contracts/admin-payments';
import type { Language } from '#shared/domain/localized';
import type { Currency } from '#shared/domain/pricing';

type Evidence = AdminPaymentHistory['flags'][number]['evidence'];

/** Keys with a name in both languages; providers and later releases send others too. */
const KNOWN_KEYS = [
  'provider',
  'providerReference',
  'namesPayment',
  'operator',
  'operatorReference',
  'amount',
  'currency',
  'refunded',
  'charge',
  'intent',
  'history',
  'listed',
  'lastAnswer',
  'httpStatus',
  'trouble',
  'providerReason',
  'providerText',
] as const;

const CURRENCIES: readonly Currency[] = ['XAF', 'USD'];

/** Values that our adapters supply where the provider has no text. */
const KNOWN_VALUES = [
  'not listed',
  'not read',
  'read a moment ago',
  'names another payment',
  'never created',
  'without its charge',
] as const;

interface EvidenceLine {
  key: string;
  /** Null when the provider's own name for it is shown. */
  textKey: `tracking.look.evidenceKey.${(typeof KNOWN_KEYS)[number]}` | null;
  text: string;
  /** Set instead of the text for a value that our adapters supply. */
  valueKey: `tracking.look.evidenceValue.${(typeof KNOWN_VALUES)[number]}` | null;
}

const MONEY_KEYS = ['amount', 'refunded'];

/** Lists the provider's data line by line, with amounts as money where we know the currency. */
export function evidenceLines(evidence: Evidence, language: Language): EvidenceLine[] {
  const code = String(evidence.currency).toUpperCase();
  const currency = CURRENCIES.find((known) => known === code);
  return Object.entries(evidence).flatMap(([key, value]) => {
    const isPartOfAmount = key === 'currency' && currency && typeof evidence.amount === 'number';
    if (value === null || isPartOfAmount) return [];
    const knownKey = KNOWN_KEYS.find((known) => known === key);
    const knownValue = KNOWN_VALUES.find((known) => known === value);
    return {
      key,
      textKey: knownKey ? (`tracking.look.evidenceKey.${knownKey}` as const) : null,
      text:
        currency && typeof value === 'number' && MONEY_KEYS.includes(key)
          ? formatMoney({ amountMinor: value, currency }, language)
          : textOf(value, language),
      valueKey: knownValue ? (`tracking.look.evidenceValue.${knownValue}` as const) : null,
    };
  });
}

const textOf = (value: string | number | boolean, language: Language): string =>
  typeof value === 'number' ? formatNumber(value, language) : String(value);
