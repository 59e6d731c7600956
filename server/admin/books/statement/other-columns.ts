import { isAboutCurrency, isAboutPeople, saysReturned, sideOf } from './statement-words';

/** A column with more different values describes no kind of payment. */
const MAX_KINDS = 12;

interface Column {
  name: string;
  /** What the counted lines with each value add up to; null for a column of free texts. */
  kinds: Map<string, number> | null;
  /** What the counted lines that say by themselves that money left again add up to. */
  returned: number;
}

/**
 * Watches the columns that a mapping does not use: what they say of a line that counts must not
 * contradict it. A refund in a column `Type` that nobody reads would be counted as received.
 */
export class OtherColumns {
  readonly #columns = new Map<number, Column>();

  /** @param used names of the columns that the mapping uses */
  constructor(names: readonly string[], used: ReadonlySet<string | null>) {
    for (const [at, name] of names.entries()) {
      if (name === '' || used.has(name) || isAboutCurrency(name)) continue;
      const kinds = isAboutPeople(name) ? null : new Map<string, number>();
      this.#columns.set(at, { name, kinds, returned: 0 });
    }
  }

  /** Adds a line that counts as received, with its amount in francs. */
  add(cells: readonly string[], amount: number): void {
    for (const [at, column] of this.#columns) {
      const text = cells[at] ?? '';
      if (text === '') continue;
      if (saysReturned(text)) column.returned += amount;
      if (column.kinds === null) continue;
      column.kinds.set(text, (column.kinds.get(text) ?? 0) + amount);
      if (column.kinds.size > MAX_KINDS) column.kinds = null;
    }
  }

  /** Returns the column that contradicts most of the money; null for none. */
  get contradicting(): string | null {
    const [first] = [...this.#columns.values()]
      .map((column) => ({ name: column.name, money: contradicted(column) }))
      .sort((one, other) => other.money - one.money);
    return first && first.money > 0 ? first.name : null;
  }
}

/** Returns how much of the money did not come in, by what a column says. */
function contradicted({ kinds, returned }: Column): number {
  if (kinds === null) return returned;
  return [...kinds]
    .filter(([text]) => {
      const side = sideOf(text);
      // Operators call what we receive a debit, namely of the payer, in all lines.
      return side === 'failed' || (side === 'debit' && kinds.size > 1);
    })
    .reduce((sum, [, amount]) => sum + amount, 0);
}
