import { headingWords, type Meaning } from '#server/platform/tables/index';
import type { StatementColumn } from '#shared/contracts/books';

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
    'completed',
    'created at',
    'created',
    'date',
  ],
  time: ['time', 'heure', 'transaction time'],
  fee: ['fee', 'fees', 'frais', 'commission'],
  status: ['status', 'statut', 'etat', 'transaction status'],
};

/** Certainty of a column that is used only where there is no better one. */
const SECOND_CHOICE = 0.5;

/** Headings that contain a known name, in this order of precedence; null for other columns. */
const CONTAINED: readonly (readonly [RegExp, StatementColumn | null, certainty?: number])[] = [
  [
    /\b(usd|us|eur|gbp|ngn|ghs|xof|kfcfa|euros?|dollars?|minor|cents?|centimes|milliers|thousands|unitaires?|unit|per|attendue?s?|expected|cumul\w*|reversee?|a verser|running|closing|minimum)\b/,
    null,
  ],
  [
    /\b(rate|taux|percent\w*|payer|payeur|type)\b.*\b(fees?|frais|commissions?)\b|\b(fees?|frais|commissions?)\b.*\b(rate|taux|percent\w*|payer|payeur|paid by|mode)\b|\b(tva|vat|taxe?s?)\b.*\b(fees?|frais)\b/,
    null,
  ],
  [/\b(zone|processing)\b/, null],
  // The states of other processes.
  [
    /\b(settlement|payout|callback|webhook|sms|notification)\b.*\b(status|statut|state|etat)\b|\b(status|statut|state|etat)\b.*\b(settlement|payout|callback|webhook|sms|notification)\b/,
    null,
  ],
  [
    /\b(amount|montant)\b.*\b(incl\w*|excl\w*|avec|with|without|hors|sans)\b.*\b(fees?|frais)\b/,
    'amount',
  ],
  // Of several columns of fees, only the whole fee counts.
  [/\b(external|externe|refunded|remboursee?s?) (fees?|frais)\b/, null],
  [/\b(fees?|frais|commissions?)\b/, 'fee'],
  [
    /\b(balance|solde|currency|devise|refund\w*|rembours\w*|request\w*|demand\w*|original|initial|before|avant|after|apres|tax\w*|discount|remise|promotion|coupon|rate|taux|due|outstanding|charged?|tva|vat|penalit\w*|plafond|limite?|factur\w*|invoice\w*|phone|tel|telephone|msisdn|mobile|name|nom|message|handler|account|compte|category|categorie|wallet|initiated|approved|behalf|label|libelle|description)\b|\bmontant du$/,
    null,
  ],
  [
    /\b(external|externe|merchant|marchand|client|order|commande)\b.*\b(id|identifiant|ref|reference|number|numero)\b|\b(id|identifiant|ref|reference|numero)\b.*\b(external|externe|marchand|client|commande)\b/,
    'payment',
  ],
  [/\bexternal\b/, null],
  [
    /\b(date|horodatage)\b.*\b(releve|naissance|mise a jour|reglement|valeur|edition)\b|\b(statement|birth|updated?|settlement|value|print\w*|export\w*)\b.*\b(date|at)\b/,
    'at',
    SECOND_CHOICE,
  ],
  [/\b(date|horodatage|timestamp|datetime)\b/, 'at'],
  // A deposit's number, and who it was received from.
  [/\b(received|recue?s?) (from|de)\b|\b(deposants?|depositors?)\b/, null],
  [
    /\b(deposits?|depots?|credits?|debits?|withdrawals?|retraits?) (ids?|refs?|reference|no|n|num|numero|number)\b/,
    'reference',
  ],
  // One column for both says in which direction the amount of another one went.
  [/\b(debits?|dr)\b.*\b(credits?|cr)\b|\b(credits?|cr)\b.*\b(debits?|dr)\b/, null],
  [/\b(n|no|num|numero|number)\b.*\brecu\b|\brecu\b.*\b(n|no|num|numero)\b/, 'reference'],
  [
    /\b(credits?|credite|cr|entrees?|recus?|received|deposits?|depots?|encaissements?|recettes?|cash in|money in)\b|\b(amount|montant|somme|total)\b.*\b(paid|payee?|percue?|encaissee?|collected)\b|\b(paid|collected) (amount|total)\b/,
    'credit',
  ],
  [
    /\b(debits?|debite|dr|sorties?|retraits?|withdrawals?|sent|decaissements?|cash out|money out)\b/,
    'debit',
  ],
  [/\b(amount|montant|somme|valeur|gross|brut|ttc|price|prix|total)\b/, 'amount'],
  [/(status|statut)s?\b|\b(etat|state|resultat|result)\b/, 'status'],
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

/** Words of a heading that may be a name in a program: `createdAt` is two words. */
export const wordsOfName = (heading: string): string =>
  headingWords(heading.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 '));

/** Returns what the heading of a statement's column means; null for an unknown one. */
export function statementMeaning(heading: string): Meaning<StatementColumn> | null {
  if (/[€$£%]|kf?cfa|x ?1 ?000/i.test(heading)) return null;
  const exact = EXACT_MEANINGS.get(headingWords(heading));
  if (exact) return exact;
  // The franc says nothing of a column.
  const words = wordsOfName(heading)
    .replace(/\b(xaf|f ?cfa|cfa)\b/g, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  const plain = EXACT_MEANINGS.get(words);
  if (plain) return plain;
  const contained = CONTAINED.find(([name]) => name.test(words));
  if (!contained) return null;
  const [, field, certainty = 1] = contained;
  return { field, certainty };
}
