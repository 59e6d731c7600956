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
  const words = headingWords(heading.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 '));
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

/** True for a heading whose column of yes and no says whether a payment was made. */
const asksWhetherPaid = (heading: string): boolean =>
  /\b(paid|payee?s?|success\w*|succes|reussie?s?)\b/.test(headingWords(heading));

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
