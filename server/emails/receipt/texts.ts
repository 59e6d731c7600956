import i18next from 'i18next';
import type { Language } from '#shared/domain/localized';

const en = {
  subject: 'Receipt #{{code}}: {{votes}} for {{artist}}',
  heading_one: 'Your vote is counted',
  heading_other: 'Your votes are counted',
  lead: 'Thank you for voting. This is your receipt.',
  onlyATest: 'This is only a test: no money was moved, and no vote counts.',
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
  entering: 'Being entered into the open count',
  'refund.entries':
    'Counted as entry {{entry}} of the open count, taken back by entry {{takenBack}}: {{url}}',
  keep: 'Keep this message. You will also find the receipt in My Receipts, with your e-mail address or your phone number.',
  'late.subject': 'Your payment came after voting had closed: {{amount}} goes back to you',
  'late.heading': 'Your money is coming back',
  'late.lead':
    'Your card was charged after voting had closed. These votes do not count, and the money goes back to the card by itself. Banks take five to ten days to show it.',
  'late.reference': 'Payment number',
  'late.where': 'How the payment stands: {{url}}',
  'refund.subject': 'Refunded: {{amount}} for your votes',
  'refund.heading': 'Your payment was refunded',
  'refund.refunded':
    'The money was given back to you, and the votes it had paid for were taken back: they do not count any more.',
  'refund.disputed':
    'Your bank has taken the money back for you, and the votes it had paid for were taken back: they do not count any more.',
  'refund.uncounted': 'The money was given back to you. Its votes were never counted.',
  'refund.date': 'Refunded on',
  'refund.reference': 'Reference of the transfer',
  'refund.banks': 'Banks take five to ten days to show the money on the card.',
  'attached.picture': 'Attached: your receipt as a picture, to be shared.',
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
  onlyATest: 'Ceci est un simple essai : aucun argent n’a circulé et aucun vote ne compte.',
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
  entry: 'Compté, entrée {{entry}} du compte ouvert',
  entering: 'Inscription au compte ouvert en cours',
  'refund.entries':
    'Compté, entrée {{entry}} du compte ouvert ; retiré, entrée {{takenBack}} : {{url}}',
  keep: 'Conservez ce message. Vous retrouverez aussi le reçu dans Mes reçus, avec votre adresse e-mail ou votre numéro de téléphone.',
  'late.subject': 'Votre paiement est arrivé après la clôture du vote : {{amount}} vous est rendu',
  'late.heading': 'Votre argent vous est rendu',
  'late.lead':
    'Votre carte a été débitée après la clôture du vote. Ces votes ne comptent pas, et l’argent revient de lui-même sur la carte. Les banques mettent cinq à dix jours à l’afficher.',
  'late.reference': 'Numéro du paiement',
  'late.where': 'Où en est le paiement : {{url}}',
  'refund.subject': 'Remboursé : {{amount}} pour vos votes',
  'refund.heading': 'Votre paiement a été remboursé',
  'refund.refunded':
    'L’argent vous a été rendu, et les votes qu’il avait payés ont été retirés : ils ne comptent plus.',
  'refund.disputed':
    'Votre banque a repris l’argent pour vous, et les votes qu’il avait payés ont été retirés : ils ne comptent plus.',
  'refund.uncounted': 'L’argent vous a été rendu. Ses votes n’ont jamais été comptés.',
  'refund.date': 'Remboursé le',
  'refund.reference': 'Référence du virement',
  'refund.banks': 'Les banques mettent cinq à dix jours à afficher l’argent sur la carte.',
  'attached.picture': 'En pièce jointe : votre reçu en image, à partager.',
  'attached.proof':
    'Également en pièce jointe : la preuve que vos votes sont dans le compte ouvert (.tlog-proof). Chacun peut la vérifier sans nous.',
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
