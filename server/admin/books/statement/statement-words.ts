import { headingWords, isTotal } from '#server/platform/tables/index';
import { asksWhetherPaid, otherColumn, sideOf } from './side-words';

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

const CURRENCY = /^(currency|devise|monnaie|ccy)( \d+)?$/;
export const isAboutCurrency = (heading: string): boolean => CURRENCY.test(headingWords(heading));

export const isFrancs = (currency: string): boolean =>
  /^(|xaf|950|n a|na|.*\b(f ?cfa|cfa|frs?|f|francs?)\b.*)$/.test(
    headingWords(currency.replaceAll('.', '')),
  );

/**
 * True for the name of a line that adds up others or carries a balance over.
 * @param isDated true for a line with a date, whose name may begin with such a word by chance
 */
export const namesTotal = (text: string, isDated: boolean): boolean =>
  TOTAL.test(headingWords(text)) || (!isDated && isTotal([text]));

const TOTAL =
  /^((sub|sous|grand|s|montant|amount) ?)?(totaux|total|t o t a l|ttl|cumul|ensemble)( (du|de|des|d|of|for|general|global|amount|montant|net|brut|jour|day|mois|month|in|out|page|mtn|orange|collecte|encaisse|transactions?|paiements?|payments?|votes?|\d).*)?$|^(opening|closing|solde|balance) (balance|reporte|initial|final|au|du|of|as|brought|carried)\b|^(carried|brought) (forward|down)\b|^(a reporter|(report )?a nouveau|report|somme|s t|tot|tg|(daily|day) total|recapitulatif|net a payer|ecart|bilan|solde (precedent|veille)|recettes? du jour|solde de (cloture|depart))\b|^(\d+ (transactions?|lignes?|lines?|operations?)|printed (by|on)|imprime (par|le)|edite (par|le)|page \d+|fin)\b/;

/**
 * True for a column whose values all say whether a payment was made, whatever its heading says.
 * @param kinds its different values, an empty one among them if some lines have none
 */
export const isStatusBy = (heading: string, kinds: readonly string[]): boolean =>
  kinds.some((text) => text !== '') &&
  // A remark that only some lines have is no status.
  (!kinds.includes('') || kinds.some((text) => certaintyOf(text) !== 'unknown')) &&
  !['nothing', 'problem'].includes(otherColumn(heading)) &&
  kinds.every(
    (text) =>
      text === '' ||
      certaintyOf(text) !== 'unknown' ||
      sideOf(text) === 'failed' ||
      (asksWhetherPaid(heading) && /^(true|false|vrai|faux|yes|no|oui|non)$/i.test(text)),
  );
