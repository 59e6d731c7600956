import type { StatementMapping } from '#shared/contracts/books';

type Decimals = StatementMapping['decimals'];

/** The franc as people write it before or after a figure. */
const CURRENCY =
  /^(?:XAF|F\.? ?C\.?F\.?A|C\.?F\.?A|Frs?|F|francs?)\.? ?|[ ]?(?:XAF|F\.? ?C\.?F\.?A|C\.?F\.?A|Frs?|F|francs?)\.?$/giu;
const SPACES = /[\s\u00a0\u2007\u2009\u202f]+/g;
/** Marks of the direction of writing, which are not visible. */
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const NOTHING = new Set([
  '',
  '-',
  '–',
  '—',
  '--',
  '#n/a',
  'n/a',
  'na',
  'n.a.',
  'n/d',
  'n.d.',
  'nil',
  'null',
  'nul',
  'vide',
  'none',
  'neant',
  'néant',
  'aucun',
]);

/** True for the ways in which people write that there is no amount. */
export const isNoAmount = (text: string): boolean =>
  NOTHING.has(text.replace(DIRECTIONS, '').trim().toLowerCase());

interface Figure {
  isNegative: boolean;
  /** Digits and the marks between them; spaces between thousands are removed. */
  digits: string;
}

/** Removes the currency, the sign and the spaces between thousands; null if no figure is left. */
function figureIn(text: string): Figure | null {
  // Footnote marks would become digits.
  if (/[\u00b2\u00b3\u00b9\u2070-\u209f]/.test(text)) return null;
  const visible = text.normalize('NFKC').replace(DIRECTIONS, '').replace(SPACES, ' ').trim();
  // Spreadsheets mark a text with an apostrophe before it.
  let figure = visible.replace(/^['’]/, '').trim().replace(CURRENCY, '').trim();
  // `1500 DR` left the account, `1500 CR` came in; `1500,-` has no parts.
  const side = /^(.*\d) ?([CD]R)\.?$/i.exec(figure);
  let isNegative = /^d/i.test(side?.[2] ?? '');
  const isCredit = /^c/i.test(side?.[2] ?? '');
  figure = (side?.[1] ?? figure).replace(/[.,](?:-|–|—){1,2}$/, '');
  const bracketed = /^\((.*)\)$/.exec(figure);
  if (bracketed) {
    isNegative = true;
    figure = (bracketed[1] ?? '').trim();
  }
  const signed = /^([+\-\u2212\u2013\u2014]?) ?(.*?) ?([+\-\u2212\u2013]?)$/.exec(figure);
  const [, before = '', middle = '', after = ''] = signed ?? [];
  if (before !== '' && after !== '') return null;
  const sign = before + after;
  // Two signs for one movement do not cancel each other.
  if (sign !== '' && sign !== '+') isNegative = true;
  if (isNegative && isCredit) return null;
  const plain = middle.replace(CURRENCY, '').trim();
  // Spaces and apostrophes only between groups of three: two numbers in a cell are not one.
  if (/[ '’]/.test(plain) && !/^\d{1,3}([ '’]\d{3})+([.,]\d+)?$/.test(plain)) return null;
  const digits = plain.replace(/[ '’]/g, '');
  return /^\d+([.,]\d+)*$/.test(digits) ? { isNegative, digits } : null;
}

/**
 * Parses an amount of francs as people write it: `1 500 F CFA`, `1.500`, `1,500.00`, `(1500)`,
 * `1500-`. Three digits after the only mark are thousands, because francs have no parts; after more
 * than three digits before it, as in `1500.000`, they cannot be. In India, all groups but the last
 * have two digits: `1,00,000`.
 * @param decimals a mark that always starts decimals, or none
 * @returns null if it is not an amount
 */
export function amountIn(text: string, decimals: Decimals): number | null {
  const figure = figureIn(text);
  const plain = figure && plainNumber(figure.digits, decimals);
  if (figure === null || plain === null) return null;
  const amount = Number(plain);
  if (!Number.isSafeInteger(Math.trunc(amount))) return null;
  return figure.isNegative && amount !== 0 ? -amount : amount;
}

/** @returns the number with at most one point; null if its groups are not those of a number */
function plainNumber(digits: string, decimals: Decimals): string | null {
  const mark = decimalMarkOf(digits, decimals);
  const [whole = '', part, ...more] = mark === null ? [digits] : digits.split(mark);
  if (more.length > 0) return null;
  const groups = whole.split(/[.,]/);
  const isGrouped =
    /^\d{1,2}(,\d\d)+,\d{3}$/.test(whole) ||
    groups.length === 1 ||
    (/^\d{1,3}$/.test(groups[0] ?? '') &&
      groups.slice(1).every((group) => group.length === 3) &&
      new Set(whole.replace(/\d/g, '')).size === 1);
  return isGrouped ? groups.join('') + (part === undefined ? '' : `.${part}`) : null;
}

function decimalMarkOf(digits: string, decimals: Decimals): '.' | ',' | null {
  const marks = digits.replace(/\d/g, '');
  const last = marks.at(-1) as '.' | ',' | undefined;
  if (last === undefined) return null;
  // Both marks: the last one starts the decimals.
  if (new Set(marks).size === 2) return last;
  if (marks.length > 1) return null;
  if (last === decimals) return last;
  return isThousands(digits) ? null : last;
}

/** True for one to three digits, a mark and three digits: `12.000`, but neither `0.125`. */
const isThousands = (digits: string): boolean => /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);

/** Collects the amounts of a file, to tell whether it can be read in two ways. */
export class AmountReadings {
  /** Marks that certainly start decimals somewhere in the file. */
  readonly #decimal = new Set<string>();
  /** The first amount of each mark that is thousands or has three decimals. */
  readonly #unclear = new Map<string, string>();

  add(text: string): void {
    const digits = figureIn(text)?.digits ?? '';
    const marks = digits.replace(/\d/g, '');
    const mark = marks.at(-1);
    if (mark === undefined) return;
    if (marks.length > 1 || !isThousands(digits)) this.#addDecimalOf(digits);
    else if (!this.#unclear.has(mark)) this.#unclear.set(mark, text);
  }

  /**
   * Adds a figure of another column, such as a balance: it may say that a mark starts decimals, but
   * is not itself an amount that can be read in two ways.
   */
  addContext(text: string): void {
    this.#addDecimalOf(figureIn(text)?.digits ?? '');
  }

  #addDecimalOf(digits: string): void {
    const mark = decimalMarkOf(digits, 'auto');
    if (mark !== null) this.#decimal.add(mark);
  }

  /** Returns the first amount that is thousands or has three decimals; null for none. */
  get firstUnclear(): { text: string; mark: '.' | ',' } | null {
    for (const [mark, text] of this.#unclear) return { text, mark: mark as '.' | ',' };
    return null;
  }

  /** Returns an amount that other amounts of the file say has decimals; null if all are clear. */
  get unclear(): { text: string; mark: '.' | ',' } | null {
    for (const [mark, text] of this.#unclear) {
      if (this.#decimal.has(mark)) return { text, mark: mark as '.' | ',' };
    }
    return null;
  }
}
