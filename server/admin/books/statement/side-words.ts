import { headingWords } from '#server/platform/tables/index';
import { wordsOfName } from './statement-headings';

// What the columns that a mapping leaves out say of a line: that its money came in, left or did not
// arrive. Words are compared as `headingWords` returns them.

const FAILED =
  /\b(fail\w*|echec|echou\w*|erreur|error|rejet\w*|reject\w*|declin\w*|refus\w*|annulee?s?|cancel\w*|abort\w*|avortee?s?|abandon\w*|expir\w*|pending|en attente|en cours|en traitement|in progress|processing|initiated|created|unpaid|impaye\w*|unsuccess\w*|incomplet\w*|invalid\w*|insufficient|insuffisant\w*|time ?out|voided?|refunded|remboursee?s?|reversed|charge ?back|disputed|blocked|bloquee?s?|suspended|suspendue?s?|not found|ko|unknown|inconnue?s?)\b/;
const NOT_PAID =
  /\b(not|non|pas)\b.*\b(paid|paye|complet\w*|effectu\w*|valid\w*|abouti\w*|success\w*|reussi\w*|enough|allowed|authori[sz]ed)/;
const NEGATED = /^(no|not|non|sans|without|aucune?|zero|never|jamais)\b/;
const DEBIT =
  /\b(debit\w*|out|outgoing|sorties?|sortant\w*|sent|send|envois?|envoye\w*|emis|retraits?|withdraw\w*|refunds?|remb|remboursements?|reimburse\w*|disburse\w*|payouts?|decaiss\w*|b2c|cash ?out|transfert? (to|vers)|virements?|settlements?|prelevements?|depenses?|airtime|factures?|bills?|fournisseurs?|suppliers?|reversals?|reverse|retours?|returned?|rollback|annulations?|extournes?|contrepassations?|frais|fees?|commissions?)\b/;
const NO_DEBIT = /\b(debit card|carte de debit|out of|check out|(sans|no|without) (frais|fees?))\b/;
const CREDIT =
  /\b(credit\w*|in|incoming|entrees?|entrant\w*|received|recus?|depots?|deposits?|collect\w*|encaiss\w*|payments?|payins?|paiements?|c2b|merchant|marchand|purchase|achats?|ventes?|sales?)\b/;
/** A longer text is no kind of payment. */
const MAX_WORDS_OF_KIND = 4;

export type Side = 'came' | 'left' | 'failed';

/** Returns whether a value says that money came in, left or did not arrive; null for none of it. */
export function sideOf(text: string): Side | null {
  const words = headingWords(text);
  if (NOT_PAID.test(words)) return 'failed';
  if (words.split(' ').length > MAX_WORDS_OF_KIND || NEGATED.test(words)) return null;
  if (FAILED.test(words)) return 'failed';
  if (DEBIT.test(words) && !NO_DEBIT.test(words) && !CAME_IN.test(words)) return 'left';
  return CREDIT.test(words) ? 'came' : null;
}

/** Pairs of signs for what came in and what left. */
const SIGNS: readonly (readonly [RegExp, RegExp])[] = [
  [/^\+$/, /^[-\u2212\u2013]$/],
  [/^cr?$/i, /^dr?$/i],
];

/** Returns the side of each sign if a column has only such signs, of both sides; null otherwise. */
export function sidesOfSigns(kinds: readonly string[]): ReadonlyMap<string, Side> | null {
  for (const [came, left] of SIGNS) {
    const isPair = kinds.some((text) => came.test(text)) && kinds.some((text) => left.test(text));
    if (isPair && kinds.every((text) => came.test(text) || left.test(text))) {
      return new Map(kinds.map((text) => [text, came.test(text) ? 'came' : 'left']));
    }
  }
  return null;
}

/** True for what operators call the payments that we receive: debits, namely of the payer. */
export const isPayersDebit = (text: string): boolean => /^debit(ed?)?$/.test(headingWords(text));

/**
 * Returns by what remarks that say that money left are told apart: `retrait …` for each withdrawal
 * to somebody else. Null for any other text.
 */
export function leavingKind(text: string): string | null {
  // Each cell of a long file comes here: only what may fit is taken apart into words.
  if (!MAY_LEAVE.test(text)) return null;
  const words = headingWords(text);
  const [beginning] = LEFT.exec(words) ?? [];
  if (beginning === undefined || CAME_IN.test(words) || NO_DEBIT.test(words)) return null;
  return beginning === words ? text : `${beginning} …`;
}

const MAY_LEAVE =
  /^\W*(annul|revers|refund|remb|charge|extourne|retrait|withdraw|cash|pay|transf|virement|frais|fee|d[eé]bit|sortie|d[eé]caiss|disburs|pr[eé]l)/i;
const LEFT =
  /^(annulations?|reversals?|refunds?|remb|remboursements?|charge ?backs?|extournes?|retraits?|withdraw\w*|cash ?out|pay ?outs?|transfert? (to|vers)|virements?|frais|fees?|debit|sorties?|decaissements?|disbursements?|prelevements?|payment refunded|paiement rembourse)\b/;
const CAME_IN = /\b(recus?|received|entrant\w*|incoming)\b/;

/** What the heading of a column that a mapping leaves out says of its values. */
export type OtherColumn = 'nothing' | 'kind' | 'any' | 'problem' | 'paid';

/**
 * Returns what the values of a column may say: the kind of a payment, `any` text, whether there was
 * a `problem` such as a refund, or whether it was `paid`.
 */
export function otherColumn(heading: string): OtherColumn {
  const words = wordsOfName(heading);
  const isKind = KIND.test(words);
  if (OTHER_THINGS.test(words)) return 'nothing';
  if (PROBLEM.test(words)) return 'problem';
  if (PEOPLE.test(words) && !isKind && !/\b(etat|statut|status)\b/.test(words)) return 'nothing';
  if (asksWhetherPaid(heading)) return 'paid';
  return isKind ? 'kind' : 'any';
}

const OTHER_THINGS =
  /\b(currency|devise|monnaie|ccy|artiste?s?|categor\w*|song|chanson|titre|title|product|produit|channel|canal|method|methode|mode|country|pays|city|ville|region|groupe?|settlement|payout|callback|webhook|sms|notification|rappro\w*|reconcil\w*|verif\w*|promo|test|international|device|language|langue|balance|solde)\b/;
const KIND =
  /\b(types?|sens|nature|mouvements?|movement|direction)\b|^(nom (de la |de l |du )?)?(operations?|services?|transactions?)( name)?$/;
const PROBLEM =
  /\b(refund(ed|s)?|remboursee?s?|remboursements?|reversed|reversal|annulee?s?|annulation|cancel\w*|charge ?back|disputed?|litige|fail(ed|ure)|echec|error|erreur)\b/;
const PEOPLE =
  /\b(name|nom|phone|tel|telephone|msisdn|account|compte|payer|payeur|customer|client|message|note|motif|objet|comment\w*|commentaire|e ?mail|address|adresse|from|to|by|par)\b/;

/** True for a value that says that there is nothing, such as no refund. */
export const saysNothing = (text: string): boolean =>
  /^([0 ]+( (xaf|f ?cfa))?|no|non|none|n|false|faux|nil|null|na|n a|aucune?|neant|ok|success\w*|succes)?$/.test(
    headingWords(text),
  ) || NEGATED.test(headingWords(text));

/** True for a heading whose column of yes and no says whether a payment was made. */
export const asksWhetherPaid = (heading: string): boolean =>
  /\b(paid|payee?s?|success\w*|succes|reussie?s?)\b/.test(headingWords(heading));
