import type { StatementEntry } from '#server/payments/index';
import type { ListedSums } from '#shared/contracts/books';

/** Adds up a list by currency. */
export function listedSums(entries: readonly StatementEntry[]): ListedSums {
  const sums = new Map<string, ListedSums['sums'][number]>();
  const fees = new Map<string, ListedSums['fees'][number]>();
  for (const { kind, money, fee } of entries) {
    const { currency, amountMinor } = money;
    const sum = sums.get(currency) ?? { currency, payments: 0, paid: 0, returned: 0 };
    if (kind === 'paid') {
      sum.payments += 1;
      sum.paid += amountMinor;
    } else {
      sum.returned += amountMinor;
    }
    sums.set(currency, sum);
    if (!fee) continue;
    const feeSum = fees.get(fee.currency) ?? { currency: fee.currency, fee: 0, net: 0 };
    feeSum.fee += fee.fee;
    feeSum.net += fee.net;
    fees.set(fee.currency, feeSum);
  }
  return { sums: [...sums.values()], fees: [...fees.values()].map(rounded) };
}

/** Some providers report fees in francs with decimals. */
const rounded = ({ currency, fee, net }: ListedSums['fees'][number]) => ({
  currency,
  fee: Math.round(fee),
  net: Math.round(net),
});
