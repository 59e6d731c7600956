export type Language = 'en' | 'fr';

const en = {
  'page.title': 'Demo phone',
  'page.heading': 'Your phone, right here',
  'page.lead':
    'This demo moves no money. When you pay for votes with mobile money, the payment request rings here instead of on a real phone.',
  'page.step.start': 'Choose an artist and pay with any MTN or Orange number.',
  'page.step.answer': 'Come back here: the request is on the screen within a second.',
  'page.step.pin': 'Enter any four digits and approve, or decline, or just ignore it.',
  'page.language': 'Language',
  'page.skip': 'Go to the phone',
  'page.votes': 'Back to the votes',
  'page.inbox': 'Demo inbox',
  'filter.only': 'Only {number}',
  'filter.all': 'Show all numbers',
  'phone.label': 'Phone',
  'phone.offline': 'Connection lost, retrying…',
  'home.requests': 'Payment requests',
  'home.messages': 'Messages',
  'home.empty.title': 'All quiet',
  'home.empty.text': 'No payment request right now. Start a payment: it will show up here.',
  'home.open': 'Answer',
  'home.noMessages': 'Confirmations from the operator will appear here.',
  'request.title': 'Payment request',
  'request.merchant': 'Payment to {merchant}',
  'request.number': 'Number',
  'request.closes': 'Closes in',
  'request.pin': 'PIN (any four digits)',
  'request.keypad': 'Keypad',
  'request.erase': 'Erase the last digit',
  'request.approve': 'Approve',
  'request.decline': 'Decline',
  'request.ignore': 'Ignore for now',
  'request.gone': 'This request is no longer open.',
  'live.new': 'New payment request: {merchant}, {amount}.',
  'message.paid': 'You have paid {amount} to {merchant}. Transaction {reference}.',
  'message.declined': 'You have declined the payment of {amount} to {merchant}. Nothing was taken.',
  'message.lacks-funds':
    'Your balance is too low to pay {amount} to {merchant}. Nothing was taken.',
  'message.failed': 'The payment of {amount} to {merchant} has failed.',
  'help.title': 'Numbers that act by themselves',
  'help.lead': 'Their last two digits decide. Every other number waits for this phone.',
  'help.testNumbers': 'At the moment the provider’s own test numbers come before the endings.',
  'help.ending': 'Ends in',
  'help.effect': 'What happens',
  'help.approves': 'Approves after 3 seconds',
  'help.declines': 'Declines',
  'help.fails': 'Fails',
  'help.lacks-funds': 'Does not have enough money',
  'help.never-answers': 'Never answers',
  'help.approves-unannounced': 'Approves, but the site is not told: it has to ask',
  'help.fails-then-pays': 'Fails, then turns out to have paid 30 seconds later',
  'help.approves-before-answer': 'Pays before the site’s own call has been answered',
} as const satisfies Record<string, string>;

export type PhoneText = keyof typeof en;

const fr: Record<PhoneText, string> = {
  'page.title': 'Téléphone de démonstration',
  'page.heading': 'Votre téléphone, ici',
  'page.lead':
    'Cette démonstration ne déplace pas d’argent. Quand vous payez des votes par Mobile Money, la demande de paiement sonne ici au lieu de sonner sur un vrai téléphone.',
  'page.step.start': 'Choisissez un artiste et payez avec n’importe quel numéro MTN ou Orange.',
  'page.step.answer': 'Revenez ici : la demande s’affiche dans la seconde.',
  'page.step.pin': 'Tapez quatre chiffres au choix et validez, ou refusez, ou ne faites rien.',
  'page.language': 'Langue',
  'page.skip': 'Aller au téléphone',
  'page.votes': 'Retour aux votes',
  'page.inbox': 'Boîte de démonstration',
  'filter.only': 'Seulement le {number}',
  'filter.all': 'Afficher tous les numéros',
  'phone.label': 'Téléphone',
  'phone.offline': 'Connexion perdue, nouvelle tentative…',
  'home.requests': 'Demandes de paiement',
  'home.messages': 'Messages',
  'home.empty.title': 'Tout est calme',
  'home.empty.text':
    'Aucune demande de paiement pour le moment. Lancez un paiement : elle s’affichera ici.',
  'home.open': 'Répondre',
  'home.noMessages': 'Les confirmations de l’opérateur s’afficheront ici.',
  'request.title': 'Demande de paiement',
  'request.merchant': 'Paiement à {merchant}',
  'request.number': 'Numéro',
  'request.closes': 'Expire dans',
  'request.pin': 'Code PIN (4 chiffres au choix)',
  'request.keypad': 'Clavier',
  'request.erase': 'Effacer le dernier chiffre',
  'request.approve': 'Valider',
  'request.decline': 'Refuser',
  'request.ignore': 'Ignorer pour l’instant',
  'request.gone': 'Cette demande n’est plus ouverte.',
  'live.new': 'Nouvelle demande de paiement : {merchant}, {amount}.',
  'message.paid': 'Vous avez payé {amount} à {merchant}. Transaction {reference}.',
  'message.declined':
    'Vous avez refusé le paiement de {amount} à {merchant}. Rien n’a été prélevé.',
  'message.lacks-funds':
    'Votre solde est insuffisant pour payer {amount} à {merchant}. Rien n’a été prélevé.',
  'message.failed': 'Le paiement de {amount} à {merchant} a échoué.',
  'help.title': 'Les numéros qui répondent tout seuls',
  'help.lead':
    'Leurs deux derniers chiffres décident. Tous les autres numéros attendent ce téléphone.',
  'help.testNumbers':
    'En ce moment, les numéros de test du prestataire passent avant les terminaisons.',
  'help.ending': 'Finit par',
  'help.effect': 'Ce qui se passe',
  'help.approves': 'Valide au bout de 3 secondes',
  'help.declines': 'Refuse',
  'help.fails': 'Échoue',
  'help.lacks-funds': 'N’a pas assez d’argent',
  'help.never-answers': 'Ne répond jamais',
  'help.approves-unannounced': 'Valide, mais le site n’est pas prévenu : il doit demander',
  'help.fails-then-pays': 'Échoue, puis se révèle payé 30 secondes plus tard',
  'help.approves-before-answer': 'Paie avant que le site ait reçu la réponse à son propre appel',
};

export const texts: Record<Language, Record<PhoneText, string>> = { en, fr };

/** Fills the `{gaps}` of a text; the page's script does the same in the browser. */
export function phoneText(
  language: Language,
  key: PhoneText,
  values: Readonly<Record<string, string>> = {},
): string {
  return texts[language][key].replace(/\{(\w+)\}/g, (gap, name: string) => values[name] ?? gap);
}
