import { headingWords, isTotal } from '#server/platform/tables/index';

/** Words that say of a payment that it was made. */
const PAID =
  /^(success(ful|fully|full)?|succes|succeeded|reussi(e?s?)|complet(e|ed|ee?s?)|effectue(e?s?)|paye(e?s?)|paid|settled|credited|credite(e?s?))$/;
/** Words that also say that an order was accepted, or a request received. */
const PERHAPS_PAID =
  /^(approved|approuve(e?s?)|valid(e|ed|ee?s?)|confirm(ed|ee?s?|e)|accepted|accepte(e?s?)|ok|termine(e?s?)|done|traite(e?s?)|received|recu(e?s?))$/;
const NEUTRAL =
  /^(paiements?|payments?|transactions?|operations?|transfert|transfer|depot|deposit|collection|merchant|marchand|mobile|money|momo|votes?|status|statut|etat|bien|avec|with|le|la|les|de|du|the|has|been|was|is|est|ete|00+|200)$/;
/** Signs that no statement puts behind a plain "paid". */
const DOUBTFUL_SIGNS = /[?%/\u2713-\u2718\u274c\u274e\u2a2f\u00d7]/;

/** How certainly a value of a status column says that the money was received. */
export type Certainty = 'paid' | 'perhaps' | 'unknown';

/**
 * Returns what a value of a status column says. Every word has to be known: `Unsuccessful`, `Non
 * effectué`, `Successful - rolled back`, `0 paid` and whatever else may mean the opposite are left
 * to the administrator.
 */
export function certaintyOf(status: string): Certainty {
  if (DOUBTFUL_SIGNS.test(status)) return 'unknown';
  const words = headingWords(status.replace(/['’]/g, ' ')).split(' ');
  const isKnown = words.every(
    (word) => PAID.test(word) || PERHAPS_PAID.test(word) || NEUTRAL.test(word),
  );
  if (!isKnown) return 'unknown';
  if (words.some((word) => PAID.test(word))) return 'paid';
  return words.some((word) => PERHAPS_PAID.test(word)) ? 'perhaps' : 'unknown';
}

const FAILED =
  /\b(fail\w*|echec|echou\w*|erreur|error|rejet\w*|reject\w*|declin\w*|refus\w*|annulee?s?|cancel\w*|abort\w*|abandon\w*|expir\w*|pending|en attente|en cours|in progress|unpaid|impaye\w*|unsuccess\w*|incomplet\w*|invalid\w*|time ?out|voided?|refunded|remboursee?s?|reversed|chargeback|disputed|blocked|bloquee?s?)\b/;
const NEGATED =
  /^(no|non|not|false|faux|pas)$|\b(not|non|pas)\b.*\b(paid|paye|complet|effectu|valid|abouti|success|reussi)/;
const CREDIT =
  /^(c|cr|\+)$|\b(credit\w*|in|incoming|entrees?|entrant\w*|received|recus?|depots?|deposits?|collect\w*|encaiss\w*|payments?|payins?|paiements?|c2b|merchant|marchand|purchase|achat|vente|sale)\b/;
const DEBIT =
  /^(d|dr|-)$|\b(debit\w*|out|outgoing|sorties?|sortant\w*|sent|envoye\w*|retraits?|withdraw\w*|refunds?|remboursements?|disburse\w*|payouts?|decaiss\w*|b2c|reversals?|annulations?|extournes?|frais|fees?|commissions?)\b/;

/** Returns whether a value says that money came in, left or did not arrive; null for none of it. */
export function sideOf(text: string): 'credit' | 'debit' | 'failed' | null {
  const sign = text.trim().replace(/^[\u2212\u2013]$/, '-');
  const words = /^[+-]$/.test(sign) ? sign : headingWords(text);
  if (FAILED.test(words) || NEGATED.test(words)) return 'failed';
  if (DEBIT.test(words)) return 'debit';
  return CREDIT.test(words) ? 'credit' : null;
}

/** A remark that says by itself that money left again. */
export const saysReturned = (text: string): boolean =>
  /^(annulation|reversal|refund|remboursement|chargeback|extourne)\b/i.test(text);

/** A column of people's names or texts, in which any word may occur. */
export const isAboutPeople = (heading: string): boolean =>
  /\b(name|nom|phone|tel|telephone|msisdn|account|compte|payer|payeur|customer|client|message|note|comment\w*|commentaire|e ?mail|address|adresse)\b/.test(
    headingWords(heading),
  );

export const isAboutCurrency = (heading: string): boolean =>
  /\b(currency|devise|monnaie|ccy)\b/.test(headingWords(heading));

export const isFrancs = (currency: string): boolean =>
  /^(xaf|f ?cfa|cfa|frs?|f|francs?( cfa)?)$/.test(headingWords(currency.replaceAll('.', '')));

/**
 * True for the name of a line that adds up others or carries a balance over.
 * @param isDated true for a line with a date, whose name may begin with such a word by chance
 */
export const namesTotal = (text: string, isDated: boolean): boolean =>
  TOTAL.test(headingWords(text)) || (!isDated && isTotal([text]));

const TOTAL =
  /^((sub|sous|grand|s|montant|amount) ?)?(totaux|total|t o t a l|ttl|cumul|ensemble)( (du|de|des|d|of|for|general|global|amount|montant|net|brut|jour|day|mois|month|in|out|page|\d).*)?$|^(opening|closing|solde|balance) (balance|reporte|initial|final|au|du|of|as|brought|carried)\b|^(carried|brought) (forward|down)\b|^(a reporter|report a nouveau)\b|^(\d+ (transactions?|lignes?|lines?|operations?)|printed (by|on)|imprime (par|le)|edite (par|le)|page \d+|fin)\b/;

/** True for a heading whose column of yes and no says whether a payment was made. */
const asksWhetherPaid = (heading: string): boolean =>
  /\b(paid|payee?s?|success\w*|succes|reussie?s?)\b/.test(headingWords(heading));

/**
 * True for a column whose values all say whether a payment was made, whatever its heading says.
 * @param kinds its different values
 */
export const isStatusBy = (heading: string, kinds: readonly string[]): boolean =>
  kinds.length > 0 &&
  kinds.every(
    (text) =>
      certaintyOf(text) !== 'unknown' ||
      sideOf(text) === 'failed' ||
      (asksWhetherPaid(heading) && /^(true|false|vrai|faux|yes|no|oui|non)$/i.test(text)),
  );
