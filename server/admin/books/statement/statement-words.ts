import { headingWords, type Meaning } from '#server/platform/tables/index';
import type { StatementColumn } from '#shared/contracts/books';

/** What a word says of a payment: paid, or nothing; every other word makes it doubtful. */
const PAID =
  /^(success(ful|fully|full)?|succes|succeeded|reussi(e?s?)|complet(e|ed|ee?s?)|effectue(e?s?)|paye(e?s?)|paid|approved|approuve(e?s?)|valid(e|ed|ee?s?)|confirm(ed|ee?s?|e)|accepted|accepte(e?s?)|ok|termine(e?s?)|settled|done|traite(e?s?)|credited|credite(e?s?)|received|recu(e?s?))$/;
const NEUTRAL =
  /^(paiements?|payments?|transactions?|operations?|transfert|transfer|depot|deposit|collection|merchant|marchand|client|customer|mobile|money|momo|votes?|status|statut|etat|bien|avec|with|by|par|le|la|les|de|du|the|has|been|was|is|est|ete|\d+)$/;

/**
 * True for a value of a status column that certainly says that the money was received. Every word
 * has to be known: `Unsuccessful`, `Non effectué`, `Successful - rolled back` and whatever else may
 * mean the opposite are left to the administrator.
 */
export function saysPaid(status: string): boolean {
  const words = headingWords(status.replace(/['’]/g, ' ')).split(' ');
  return (
    words.some((word) => PAID.test(word)) &&
    words.every((word) => PAID.test(word) || NEUTRAL.test(word))
  );
}

const CREDIT = /^(c|cr|credit|credite|in|entree|received|recu|depot|deposit)$/;
const DEBIT = /^(d|dr|debit|debite|out|sortie|sent|envoye|retrait|withdrawal)$/;

/** Returns whether a value says that money came in or left; null for neither. */
export function sideOf(text: string): 'credit' | 'debit' | null {
  const word = headingWords(text);
  if (CREDIT.test(word)) return 'credit';
  return DEBIT.test(word) ? 'debit' : null;
}

/** Headings as providers and operators write them, the clearest first. */
const EXACT: Readonly<Record<StatementColumn, readonly string[]>> = {
  payment: [
    'external id',
    'externalid',
    'external transaction id',
    'identifiant externe',
    'id externe',
    'external reference',
    'reference externe',
    'merchant reference',
    'reference marchand',
  ],
  reference: [
    'financial transaction id',
    'financialtransactionid',
    'transaction id',
    'id de transaction',
    'id de la transaction',
    'id transaction',
    'reference',
    'id',
  ],
  amount: ['amount', 'montant', 'transaction amount', 'montant de la transaction'],
  credit: ['credit', 'amount credit', 'credit amount', 'montant credit', 'money in', 'paid in'],
  debit: ['debit', 'amount debit', 'debit amount', 'montant debit', 'money out', 'withdrawn'],
  at: [
    'date time',
    'date heure',
    'date et heure',
    'datetime',
    'transaction date',
    'date de transaction',
    'date de la transaction',
    'completed at',
    'date',
  ],
  time: ['time', 'heure', 'transaction time'],
  fee: ['fee', 'fees', 'frais', 'commission'],
  status: ['status', 'statut', 'etat', 'transaction status'],
};

/** Headings that contain a known name, in this order of precedence; null for other columns. */
const CONTAINED: readonly (readonly [RegExp, StatementColumn | null])[] = [
  // Of several columns of fees, only the whole fee counts.
  [/\b(external|externe|refunded|remboursee?s?) (fees?|frais)\b/, null],
  [/\b(fees?|frais|commissions?)\b/, 'fee'],
  [
    /\b(balance|solde|currency|devise|refund\w*|rembours\w*|request\w*|demand\w*|original|initial|before|avant|after|apres|tax\w*|discount|remise|promotion|coupon|rate|taux|phone|tel|telephone|msisdn|mobile|name|nom|message|handler|account|compte|category|categorie|wallet|initiated|approved|behalf|label|libelle|description)\b/,
    null,
  ],
  [
    /\b(external|externe|merchant|marchand|client|order|commande)\b.*\b(id|identifiant|ref|reference|number|numero)\b|\b(id|identifiant|ref|reference|numero)\b.*\b(external|externe|marchand|client|commande)\b/,
    'payment',
  ],
  [/\bexternal\b/, null],
  [/\b(date|horodatage|timestamp|datetime)\b/, 'at'],
  // One column for both says in which direction the amount of another one went.
  [/\b(debits?|dr)\b.*\b(credits?|cr)\b|\b(credits?|cr)\b.*\b(debits?|dr)\b/, null],
  [/\b(credits?|credite|entrees?|recus?|received)\b/, 'credit'],
  [/\b(debits?|debite|sorties?|retraits?|withdrawals?|sent)\b/, 'debit'],
  [/\b(amount|montant|somme|valeur)\b/, 'amount'],
  [/\b(status|statut|etat|state|resultat|result)\b/, 'status'],
  [/\b(time|heure)\b/, 'time'],
  [/\b(ids?|identifiant|reference|ref|receipt|recu|txn|transaction)\b/, 'reference'],
];

const EXACT_MEANINGS = new Map(
  Object.entries(EXACT).flatMap(([field, names]) =>
    names.map(
      (name, at) =>
        [
          name,
          // Always above every heading that only contains a name.
          { field: field as StatementColumn, certainty: 2 + (names.length - at) / names.length },
        ] as const,
    ),
  ),
);

/** Returns what the heading of a statement's column means; null for an unknown one. */
export function statementMeaning(heading: string): Meaning<StatementColumn> | null {
  const words = headingWords(heading);
  const exact = EXACT_MEANINGS.get(words);
  if (exact) return exact;
  const contained = CONTAINED.find(([name]) => name.test(words));
  return contained ? { field: contained[1], certainty: 1 } : null;
}
