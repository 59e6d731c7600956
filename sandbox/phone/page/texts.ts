import type { Language } from '#sandbox/page/language';

const en = {
  title: 'Demo phone',
  lead: 'No real money is charged in this demo. When you pay for votes with Mobile Money, the payment request arrives here instead of on a real phone.',
  votes: 'Back to the votes',
  inbox: 'Demo inbox',
  providers: 'Demo providers',
  'filter.only': 'Only {number}',
  'filter.all': 'Show all numbers',
  requests: 'Payment requests',
  messages: 'Messages',
  empty: 'No payment request right now. Start a payment: it will show up here.',
  'request.merchant': 'Payment to {merchant}',
  'request.until': 'open until',
  'request.pin': 'PIN (any four digits)',
  'request.keypad': 'Keypad',
  'request.erase': 'Erase the last digit',
  'request.approve': 'Approve',
  'request.decline': 'Decline',
  'request.gone': 'This request is no longer open.',
  'live.new': 'New payment request: {merchant}, {amount}.',
  'message.paid': 'You have paid {amount} to {merchant}. Transaction {reference}.',
  'message.declined':
    'You have declined the payment of {amount} to {merchant}. Nothing was charged.',
  'message.lacks-funds':
    'Your balance is too low to pay {amount} to {merchant}. Nothing was charged.',
  'message.failed': 'The payment of {amount} to {merchant} failed.',
  'help.title': 'Numbers with a fixed outcome',
  'help.lead': 'Their last two digits decide the outcome. All other numbers wait for this phone.',
  'help.testNumbers': 'At the moment, the provider’s own test numbers override these endings.',
  'help.ending': 'Ends in',
  'help.effect': 'What happens',
  'help.approves': 'Approves after 3 seconds',
  'help.declines': 'Declines',
  'help.fails': 'Fails',
  'help.lacks-funds': 'Does not have enough money',
  'help.never-answers': 'Never answers',
  'help.approves-unannounced': 'Approves, but does not notify the site',
  'help.fails-then-pays': 'Fails, then turns out to have paid 30 seconds later',
  'help.approves-before-answer': 'Pays before the site’s own request is answered',
} as const satisfies Record<string, string>;

export type PhoneText = keyof typeof en;

const fr: Record<PhoneText, string> = {
  title: 'Téléphone de démonstration',
  lead: 'Dans cette démonstration, aucun paiement n’est réel. Quand vous payez des votes par Mobile Money, la demande de paiement arrive ici et non sur un vrai téléphone.',
  votes: 'Retour aux votes',
  inbox: 'Boîte de démonstration',
  providers: 'Prestataires de démonstration',
  'filter.only': 'Seulement le {number}',
  'filter.all': 'Afficher tous les numéros',
  requests: 'Demandes de paiement',
  messages: 'Messages',
  empty: 'Aucune demande de paiement pour le moment. Lancez un paiement : elle s’affichera ici.',
  'request.merchant': 'Paiement à {merchant}',
  'request.until': 'ouverte jusqu’à',
  'request.pin': 'Code PIN (4 chiffres au choix)',
  'request.keypad': 'Clavier',
  'request.erase': 'Effacer le dernier chiffre',
  'request.approve': 'Valider',
  'request.decline': 'Refuser',
  'request.gone': 'Cette demande n’est plus ouverte.',
  'live.new': 'Nouvelle demande de paiement : {merchant}, {amount}.',
  'message.paid': 'Vous avez payé {amount} à {merchant}. Transaction {reference}.',
  'message.declined':
    'Vous avez refusé le paiement de {amount} à {merchant}. Rien n’a été prélevé.',
  'message.lacks-funds':
    'Votre solde est insuffisant pour payer {amount} à {merchant}. Rien n’a été prélevé.',
  'message.failed': 'Le paiement de {amount} à {merchant} a échoué.',
  'help.title': 'Les numéros au résultat prédéfini',
  'help.lead':
    'Leurs deux derniers chiffres décident du résultat. Tous les autres numéros attendent ce téléphone.',
  'help.testNumbers':
    'En ce moment, les numéros de test du prestataire passent avant ces terminaisons.',
  'help.ending': 'Finit par',
  'help.effect': 'Ce qui se passe',
  'help.approves': 'Valide au bout de 3 secondes',
  'help.declines': 'Refuse',
  'help.fails': 'Échoue',
  'help.lacks-funds': 'N’a pas assez d’argent',
  'help.never-answers': 'Ne répond jamais',
  'help.approves-unannounced': 'Valide, mais ne prévient pas le site',
  'help.fails-then-pays': 'Échoue, puis se révèle payé 30 secondes plus tard',
  'help.approves-before-answer': 'Paie avant que le site ait reçu la réponse à sa demande',
};

export const texts: Record<Language, Record<PhoneText, string>> = { en, fr };
