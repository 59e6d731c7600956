import { formatMoney } from '#client/lib/format';
import type { Stats } from '#shared/contracts/admin-payments';
import type { Language } from '#shared/domain/localized';

/** Formats the total of both currencies, in dollars. */
export const revenueText = (dollars: number, language: Language): string =>
  formatMoney({ amountMinor: Math.round(dollars * 100), currency: 'USD' }, language);

/** Lists the amounts by currency. */
export const byCurrencyText = (amounts: Stats['totalByCurrency'], language: Language): string =>
  amounts.map((money) => formatMoney(money, language)).join(' + ');
