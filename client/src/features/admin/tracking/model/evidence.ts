import { formatMoney, formatNumber } from '#client/lib/format';
import type { AdminPaymentHistory } from '#shared/contracts/admin-payments';
import type { Language } from '#shared/domain/localized';
import type { Currency } from '#shared/domain/pricing';

type Evidence = AdminPaymentHistory['flags'][number]['evidence'];

/** What has a name in both languages; providers and later releases say other things too. */
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

/** What our adapters put into words where the provider has none. */
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
  /** Null for what is shown under the provider's own name for it. */
  textKey: `tracking.look.evidenceKey.${(typeof KNOWN_KEYS)[number]}` | null;
  text: string;
  /** In place of the text, where that is one of our adapters' words. */
  valueKey: `tracking.look.evidenceValue.${(typeof KNOWN_VALUES)[number]}` | null;
}

const MONEY_KEYS = ['amount', 'refunded'];

/** What the provider said, line by line; amounts as money where their currency is one of ours. */
export function evidenceLines(evidence: Evidence, language: Language): EvidenceLine[] {
  const code = String(evidence.currency).toUpperCase();
  const currency = CURRENCIES.find((one) => one === code);
  return Object.entries(evidence).flatMap(([key, value]) => {
    const isSaidWithAmount = key === 'currency' && currency && typeof evidence.amount === 'number';
    if (value === null || isSaidWithAmount) return [];
    const known = KNOWN_KEYS.find((one) => one === key);
    const word = KNOWN_VALUES.find((one) => one === value);
    return {
      key,
      textKey: known ? (`tracking.look.evidenceKey.${known}` as const) : null,
      text:
        currency && typeof value === 'number' && MONEY_KEYS.includes(key)
          ? formatMoney({ amountMinor: value, currency }, language)
          : textOf(value, language),
      valueKey: word ? (`tracking.look.evidenceValue.${word}` as const) : null,
    };
  });
}

const textOf = (value: string | number | boolean, language: Language): string =>
  typeof value === 'number' ? formatNumber(value, language) : String(value);
