import i18next from 'i18next';
import type { Language } from '#shared/domain/localized';

const en = {
  subject: 'Receipt #{{code}}: {{votes}} for {{artist}}',
  heading_one: 'Your vote is counted',
  heading_other: 'Your votes are counted',
  lead: 'Thank you for voting. This is your receipt.',
  onlyATest: 'This is only a test: no real money was charged, and no vote counts.',
  votedFor: 'You voted for',
  votes_one: '{{spelled}} vote',
  votes_other: '{{spelled}} votes',
  byCategory: 'Votes by category',
  amount: 'Amount',
  method: 'Paid by',
  'method.card': 'Card',
  'method.mobile-money': 'Mobile Money',
  date: 'Date',
  code: 'Receipt code',
  view: 'View my receipt',
  viewAt: 'View or share your receipt:',
  entry: 'Counted, entry {{entry}} of the open count',
  entering: 'Being added to the open count',
  'refund.entries':
    'Counted as entry {{entry}} of the open count, withdrawn by entry {{takenBack}}: {{url}}',
  keep: 'Keep this message. You can also find the receipt in My Receipts, with your e-mail address or phone number.',
  'late.subject': 'Your payment arrived after voting closed: {{amount}} is being refunded',
  'late.heading': 'Your money is being refunded',
  'late.lead':
    'Your card was charged after voting had closed. These votes do not count, and the money is refunded to the card automatically. Banks take five to ten days to show it.',
  'late.reference': 'Payment number',
  'late.where': 'Payment status: {{url}}',
  'refund.subject': 'Refunded: {{amount}} for your votes',
  'refund.heading': 'Your payment was refunded',
  'refund.refunded':
    'Your money was refunded, and the votes it had paid for were withdrawn: they no longer count.',
  'refund.disputed':
    'Your bank has taken the money back for you, and the votes it had paid for were withdrawn: they no longer count.',
  'refund.uncounted': 'Your money was refunded. The votes were never counted.',
  'refund.date': 'Refunded on',
  'refund.reference': 'Reference of the transfer',
  'refund.banks': 'Banks take five to ten days to show the money on the card.',
  'attached.picture': 'Attached: your receipt as an image to share.',
  'attached.proof':
    'Attached as well: the proof that your votes are in the open count (.tlog-proof). Anyone can check it without us.',
  contact: 'Questions? {{contact}}',
  why: 'You are receiving this message because this address was given when these votes were paid for. We will not write to it for any other reason.',
} as const satisfies Record<string, string>;

export type EmailText = keyof typeof en;

const fr: Record<EmailText, string> = {
  subject: 'Reçu #{{code}} : {{votes}} pour {{artist}}',
  heading_one: 'Votre vote est compté',
  heading_other: 'Vos votes sont comptés',
  lead: 'Merci d’avoir voté. Voici votre reçu.',
  onlyATest: 'Ceci est un simple essai : aucun paiement n’est réel et aucun vote ne compte.',
  votedFor: 'Vous avez voté pour',
  votes_one: '{{spelled}} vote',
  votes_other: '{{spelled}} votes',
  byCategory: 'Votes par catégorie',
  amount: 'Montant',
  method: 'Payé par',
  'method.card': 'Carte bancaire',
  'method.mobile-money': 'Mobile Money',
  date: 'Date',
  code: 'Code du reçu',
  view: 'Voir mon reçu',
  viewAt: 'Voir ou partager votre reçu :',
  entry: 'Compté, entrée {{entry}} du décompte public',
  entering: 'Inscription au décompte public en cours',
  'refund.entries':
    'Compté, entrée {{entry}} du décompte public ; retiré, entrée {{takenBack}} : {{url}}',
  keep: 'Conservez ce message. Vous retrouverez aussi le reçu dans Mes reçus, avec votre adresse e-mail ou votre numéro de téléphone.',
  'late.subject':
    'Votre paiement est arrivé après la clôture des votes : remboursement de {{amount}}',
  'late.heading': 'Votre argent vous est remboursé',
  'late.lead':
    'Votre carte a été débitée après la clôture des votes. Ces votes ne comptent pas, et l’argent est remboursé automatiquement sur la carte. Les banques mettent cinq à dix jours à l’afficher.',
  'late.reference': 'Numéro du paiement',
  'late.where': 'État du paiement : {{url}}',
  'refund.subject': 'Remboursé : {{amount}} pour vos votes',
  'refund.heading': 'Votre paiement a été remboursé',
  'refund.refunded':
    'L’argent vous a été remboursé, et les votes qu’il avait payés ont été retirés : ils ne comptent plus.',
  'refund.disputed':
    'Votre banque a repris l’argent pour vous, et les votes qu’il avait payés ont été retirés : ils ne comptent plus.',
  'refund.uncounted': 'L’argent vous a été remboursé. Ces votes n’ont jamais été comptés.',
  'refund.date': 'Remboursé le',
  'refund.reference': 'Référence du transfert',
  'refund.banks': 'Les banques mettent cinq à dix jours à afficher l’argent sur la carte.',
  'attached.picture': 'En pièce jointe : votre reçu en image, à partager.',
  'attached.proof':
    'Également en pièce jointe : la preuve que vos votes sont dans le décompte public (.tlog-proof). Chacun peut la vérifier sans nous.',
  contact: 'Des questions ? {{contact}}',
  why: 'Vous recevez ce message parce que cette adresse a été donnée lors du paiement de ces votes. Nous ne l’utiliserons pour aucun autre envoi.',
};

export const texts: Record<Language, Record<EmailText, string>> = { en, fr };

const i18n = i18next.createInstance();
void i18n.init({
  resources: { en: { translation: en }, fr: { translation: fr } },
  initAsync: false,
  keySeparator: false,
  // The layouts escape where needed.
  interpolation: { escapeValue: false },
});

/**
 * @param values that replace the `{{placeholders}}` of the text; never treated as placeholders
 *   themselves
 */
export const emailText = (
  language: Language,
  key: EmailText,
  values: Readonly<Record<string, string>> = {},
): string => i18n.getFixedT(language)(key, { ...values, skipOnVariables: true });

/** Returns the plural form for a number, which is formatted for the language. */
export const pluralText = (language: Language, key: 'heading' | 'votes', count: number): string =>
  i18n.getFixedT(language)(key, { count, spelled: new Intl.NumberFormat(language).format(count) });
