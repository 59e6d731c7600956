import type { StatementMapping, StatementPreview } from '#shared/contracts/books';

/** Headings used by providers in both languages, in lower case and without accents. */
const HEADINGS = {
  payment: ['external id', 'externalid', 'external transaction id', 'identifiant externe'],
  reference: [
    'financial transaction id',
    'financialtransactionid',
    'transaction id',
    'id de transaction',
    'id transaction',
    'reference',
    'id',
  ],
  amount: ['amount', 'montant'],
  at: ['date / time', 'date et heure', 'datetime', 'transaction date', 'completed at', 'date'],
  fee: ['fee', 'fees', 'frais', 'commission'],
  status: ['status', 'statut', 'etat'],
} as const;
const PAID = /success|reussi|complete|effectu|paye|paid/;

const normalized = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();

/**
 * Guesses the columns of a statement.
 * @param lastMapping the last chosen mapping: kept as far as the file has its columns
 */
export function guessMapping(
  columns: readonly string[],
  sample: readonly (readonly string[])[],
  lastMapping: StatementMapping | null,
): StatementPreview['mapping'] {
  const columnFor = (field: keyof typeof HEADINGS): string | null => {
    const chosen = lastMapping?.[field];
    if (chosen != null && columns.includes(chosen)) return chosen;
    if (lastMapping && chosen === null) return null;
    const headings: readonly string[] = HEADINGS[field];
    const found = headings.flatMap(
      (name) => columns.find((column) => normalized(column) === name) ?? [],
    );
    return found[0] ?? null;
  };
  const cellsOf = (column: string | null): string[] =>
    column === null ? [] : sample.map((cells) => cells[columns.indexOf(column)] ?? '');
  const [amount, at, status] = [columnFor('amount'), columnFor('at'), columnFor('status')];
  return {
    reference: columnFor('reference'),
    payment: columnFor('payment'),
    amount,
    at,
    fee: columnFor('fee'),
    status,
    paidWord:
      lastMapping?.paidWord ?? cellsOf(status).find((cell) => PAID.test(normalized(cell))) ?? null,
    dateOrder: lastMapping?.dateOrder ?? orderIn(cellsOf(at)),
    decimalMark:
      lastMapping?.decimalMark ??
      (cellsOf(amount).some((cell) => /,\d{1,2}\s*\D*$/.test(cell)) ? ',' : '.'),
  };
}

/** If both orders fit, returns the one used in our region. */
function orderIn(cells: readonly string[]): StatementMapping['dateOrder'] {
  if (cells.some((cell) => /^\s*\d{4}/.test(cell))) return 'ymd';
  const isMonthFirst = cells.some((cell) => {
    const second = /^\s*\d{1,2}\D(\d{1,2})\D/.exec(cell)?.[1];
    return second !== undefined && Number(second) > 12;
  });
  return isMonthFirst ? 'mdy' : 'dmy';
}
