import type { FailureReason } from '#shared/domain/payment';

/** Texts are read up to here, in characters. */
const MAX_LENGTH = 2_000;

/**
 * Reduces a text to lower-case words without accents, separated by single spaces. Codes become
 * words too: `PAYER_NOT_FOUND` and `PayerNotFound` are "payer not found".
 */
export const plainWords = (text: string): string =>
  text
    .slice(0, MAX_LENGTH)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/**
 * Numbers of the wallet platforms behind Orange (60xxx) and of an aggregator's test sheet (703xxx),
 * as they stand before a text or alone.
 */
const NUMBERS: ReadonlyMap<string, FailureReason> = new Map([
  ['60019', 'insufficient-funds'],
  ['60014', 'limit-reached'],
  ['60018', 'limit-reached'],
  ['60024', 'limit-reached'],
  // Limits of the account that receives the money.
  ['60021', 'unavailable'],
  ['60028', 'unavailable'],
  ['60030', 'unavailable'],
  ['703108', 'insufficient-funds'],
  ['703201', 'expired'],
  ['703202', 'declined'],
]);

const PAYER =
  '(?:account(?: ?holder)?|wallet|subscriber|user|payer|sender|customer|initiatee|beneficiary|msisdn|(?:phone|mobile) number|this number|compte|portefeuille|utilisateur|abonne|client|payeur|beneficiaire|numero)';
/** Words between a subject and what is said of it. */
const FEW_WORDS =
  '(?: (?!(?:transaction|operation|reference|order|commande|payment|paiement)\\b)\\w+){0,5}?';
const BLOCKED =
  '(?:(?:not|non|pas|pas encore) (?:yet )?acti(?:ve|f|vee?|vated)|in ?acti(?:ve|f)|blocked|locked|barred|suspended|disabled|deactivated|dormant|frozen|closed|bloquee?|verrouillee?|suspendue?|desactivee?|gelee?|fermee?|cloturee?|resiliee?)';
const MISSING =
  '(?:not found|(?:does not|doesn t|do not|not) exists?|unknown(?! error)|(?:not|un) ?registered|not subscribed|introuvable|inconnue?|inexistante?|n existe pas|(?:non|pas) trouvee?|(?:non|pas) enregistree?|(?:non|pas) inscrite?)';
const OURS = '(?:payee|merchant|receiver|recipient|receiving account|marchand)';
const PIN = '(?:m ?pin|pin(?: code)?|secret code|passcode|code secret|code pin|mot de passe)';
const WRONG = '(?:wrong|bad|invalid|incorrect|erroneous|mauvais|faux|erronee?|invalide|incorrecte)';
const LIMIT = '(?:limits?|limites?|plafonds?|max|maximum)';
const REACHED = '(?:reached|exceeded|atteinte?s?|depassee?s?)';
const ANSWERED = '(?:respond|reply|answer|confirm|approve|validate|authori[sz]e|enter|act)';

const words = (...patterns: string[]): RegExp => new RegExp(`\\b(?:${patterns.join('|')})\\b`);

interface Rule {
  reason: FailureReason;
  says: RegExp;
  /** What makes the rule wrong for a text that it fits. */
  unless?: RegExp;
}

/**
 * What mobile operators' texts mean in English and French, as seen in public. The first match wins:
 * a cause comes before its effect, such as "rejected".
 */
const RULES: readonly Rule[] = [
  { reason: 'insufficient-funds', says: words('low balance', 'balance(?: is)? too low') },
  {
    // Servers that did not reach each other, and access that was not ours to give.
    reason: 'unavailable',
    says: words(
      'connection (?:refused|failed|error|reset|timed? ?out|timeout)',
      '(?:gateway|connection|read|network) time ?d? ?out',
      'timeout from network',
      '(?:token|session|certificate|credentials?|api key) (?:has |is |a |est )?expiree?d?',
      'rate limit(?:ed)?',
      'too many requests',
    ),
  },
  {
    // What is wrong with the account that receives the money is not the payer's doing.
    reason: 'unavailable',
    says: words(
      `${OURS}(?: \\w+){0,5}? (?:${MISSING}|${BLOCKED}|${LIMIT}|not allowed|not permitted)`,
      `${LIMIT}(?: \\w+){0,3}? (?:${OURS}|(?:to )?receive)`,
      `${OURS}(?: (?:account|balance|has|is|compte|est|a|un|solde)){0,3} insuff\\w+`,
      `(?:insufficient )?(?:balance|funds|solde)(?: insuffisant)? (?:of|in|du|sur)(?: (?:the|le|compte))* (?:merchant|marchand)`,
    ),
  },
  {
    reason: 'insufficient-funds',
    says: words(
      'insufficient',
      'insuffisante?s?',
      'insuffisance',
      'not? (?:have |had )?enough',
      't have enough',
      '(?:pas|peu) (?:suffisamment|assez) (?:de |d )?(?:balance|solde|fonds|argent|credit|provision|monnaie)',
      'solde(?: \\w+){0,3} (?:faible|trop bas|non suffisant|pas suffisant|inferieur)',
      'solde ne (?:\\w+ )?permet pas',
      'lacks? (?:of )?funds',
      'below(?: the)? minimum balance',
      'no (?:funds|money)',
      '(?:pas|non|mal)(?: (?:ete|assez|suffisamment))* (?:approvisionnee?|provisionnee?)',
      'sans provision',
      '(?:recharge[rz]|approvisionne[rz]|top up) (?:votre|your|the|le) (?:compte|account|wallet)',
    ),
    unless: words(
      '(?:insufficient|insuffisante?s?) (?:permissions?|privileges?|rights|information|data|details|access)',
      '(?:permissions?|privileges?|droits?|informations?|donnees) (?:\\w+ )?insuffisante?s?',
      'enough (?:time|information|permissions?)',
    ),
  },
  {
    reason: 'wallet-inactive',
    says: words(
      `${PIN} (?:is |has been |est |a ete )?(?:b?locked|bloque|verrouille)`,
      `${PAYER}${FEW_WORDS} ${BLOCKED}`,
      `${BLOCKED.replace('|closed', '')} (?:${PAYER})`,
    ),
    unless: words(`(?:is not|n est pas|pas) (?:blocked|locked|suspended|bloquee?|suspendue?)`),
  },
  {
    reason: 'wrong-pin',
    says: words(
      `${WRONG} (?:\\w+ )?${PIN}`,
      `${PIN}(?: (?:is|was|est|saisi|entered|code|entre|validation|that|you|vous|avez)){0,4} (?:${WRONG}|failed)`,
      `(?:${PIN}|tentatives?|attempts?|tries)(?: \\w+){0,4} (?:${PIN}(?: \\w+){0,3} )?${REACHED}`,
    ),
    unless: words(`(?:not|n est pas) (?:${WRONG})`),
  },
  {
    reason: 'limit-reached',
    says: words(
      `${LIMIT}(?: \\w+){0,6}? ${REACHED}`,
      `(?:exceed(?:s|ed|ing)?|over|above|more than|reached|depasse(?:e|ment)?|atteint|excede|superieure?)(?: \\w+){0,5}? (?:${LIMIT}|montant maximum)`,
      'max(?:imum)? transfer (?:amount|times)',
      'maximum amount allowed to send',
      '(?:amount|daily|monthly|transactions?) limit',
      `nombre(?: \\w+){0,4} (?:transactions?|operations?)(?: \\w+){0,4} ${REACHED}`,
    ),
    unless: words(
      `(?:not|never|non|pas)(?: (?:been|yet|encore)){0,2} ${REACHED}`,
      `(?:not|pas|n a pas) (?:exceed(?:ed)?|depasse)`,
    ),
  },
  {
    reason: 'no-wallet',
    says: words(
      `${PAYER}${FEW_WORDS} ${MISSING}`,
      'account ?holder with (?:fri|msisdn) not found',
      'not registered',
      'unregistered',
      'no (?:\\w+ )?wallet',
      'invalid (?:phone|mobile) number',
      'invalid msisdn',
      'numero (?:de telephone )?(?:est )?(?:invalide|incorrect|errone)',
      'aucun compte',
      '(?:n a|pas de|pas un) (?:pas (?:de|un) )?compte (?:mobile money|orange money|momo|om)',
    ),
    // The merchant's or the transaction's number.
    unless: words('numero de (?:transaction|reference|commande)'),
  },
  {
    reason: 'expired',
    says: words(
      'expiree?s?',
      'expired',
      'expiration',
      'time ?out',
      'timed out',
      '(?:delai|temps)(?: \\w+){0,4} (?:depasse|ecoule)',
      '(?:not|n t)(?: \\w+){0,2} (?:confirmed|approved|validated|answered|entered)(?: \\w+){0,3} (?:in|on) time',
      `(?:did not|didn t|didnt|has not|failed to) ${ANSWERED}(?:ed)?`,
      'no (?:response|reply|answer) from (?:the )?(?:user|customer|payer|subscriber|client)',
      `${PIN} (?:was )?(?:not entered|non saisie?|pas ete saisi)`,
      '(?:n a|pas) (?:pas )?(?:ete )?(?:confirme|valide|saisi|repondu)e?(?: \\w+){0,4}',
      'non (?:confirmee?|validee?)',
    ),
    unless: words('not (?:yet )?(?:expired|timed out)', 'pas (?:encore )?expiree?'),
  },
  {
    reason: 'declined',
    says: words(
      'rejected',
      'rejects?',
      'cancell?ed',
      'cancels?',
      'declined',
      'declines?',
      'refused',
      'refuses?',
      'denied by (?:the )?(?:user|customer|payer|subscriber)',
      'not approved',
      'annulee?s?',
      'annulation',
      'refusee?s?',
      'refus',
      'rejetee?s?',
      'declinee?s?',
      'abandonnee?',
      'non approuvee?',
    ),
    // Whoever declined, it was not the payer.
    unless: words(
      '(?:by|par)(?: (?:the|le|la|l|our|notre|your))* (?:system\\w*|operator|network|bank|provider|platform|admin\\w*|merchant|systeme|operateur|reseau|banque|prestataire|plateforme|marchand)',
      'not (?:been )?(?:cancell?ed|declined|rejected|refused)',
      'pas (?:ete )?(?:annulee?|refusee?|rejetee?)',
      '(?:could not|cannot|unable to|impossible d) (?:be )?(?:cancell?(?:ed)?|annuler)',
    ),
  },
  {
    reason: 'unavailable',
    says: words(
      'unavailable',
      'not available',
      'indisponibles?',
      'hors service',
      'out of service',
      'under maintenance',
      'en maintenance',
      'network (?:error|failure|problem|issue)',
      '(?:erreur|probleme|panne) (?:de |du )?reseau',
      'technical (?:error|problem|issue|difficult\\w+)',
      '(?:erreur|probleme|incident|difficultes?) techniques?',
      '(?:try|retry)(?: \\w+)? later',
      're ?essaye(?:z|r)(?: \\w+)? plus tard',
      'already in (?:process|progress)',
      'deja en cours',
      '(?:transaction|operation|demande) (?:similaire|en double)',
      'duplicate (?:transaction|request)',
    ),
  },
];

/** The number before a text, such as "60019 :: …", "[60] …" or "Error code: 60019". */
const NUMBER =
  /^[\s[(#]*(\d{3,6})(?=$|[\s\])]*(?:[:|-]|$))|\b(?:code|error|erreur)\W{1,3}(\d{3,6})\b/i;

/** Returns what a text means; null when no rule knows it. */
export function reasonSaid(text: string): FailureReason | null {
  const number = NUMBER.exec(text.slice(0, MAX_LENGTH));
  const known = NUMBERS.get(number?.[1] ?? number?.[2] ?? '');
  if (known) return known;
  const plain = plainWords(text);
  const rule = RULES.find(({ says, unless }) => says.test(plain) && !unless?.test(plain));
  return rule?.reason ?? null;
}
