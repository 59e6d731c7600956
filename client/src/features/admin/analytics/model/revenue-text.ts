import { formatMoney } from '#client/lib/format';
import type { Stats } from '#shared/contracts/admin-payments';
import type { Language } from '#shared/domain/localized';

/** The one figure over both currencies, in dollars. */
export const revenueText = (dollars: number, language: Language): string =>
  formatMoney({ amountMinor: Math.round(dollars * 100), currency: 'USD' }, language);

/** What it is made of. */
export const byCurrencyText = (amounts: Stats['totalByCurrency'], language: Language): string =>
  amounts.map((money) => formatMoney(money, language)).join(' + ');
