import type { Language } from '#sandbox/page/language';

const en = {
  title: 'Demo inbox',
  lead: 'Every e-mail this demo sends arrives here, whatever its address. None leaves this machine.',
  messages: 'Messages',
  phone: 'Demo phone',
  votes: 'Back to the votes',
  'empty.title': 'No mail yet',
  'empty.text':
    'Give an e-mail address when you pay for votes: the receipt arrives here a few seconds later.',
  back: 'All messages',
  from: 'From',
  to: 'To',
  received: 'Received',
  noSubject: '(no subject)',
  'view.html': 'Formatted',
  'view.text': 'Text only',
  'view.html.title': 'The formatted message',
  raw: 'Download the original (.eml)',
  noText: 'This message has no text of this kind.',
  'gone.title': 'This message is no longer available',
  'gone.text': 'Only the last hundred are kept, and restarting the demo deletes them all.',
  new: 'New message: {subject}',
} as const satisfies Record<string, string>;

export type InboxText = keyof typeof en;

const fr: Record<InboxText, string> = {
  title: 'Boîte de démonstration',
  lead: 'Tous les e-mails envoyés par cette démonstration arrivent ici, quelle que soit leur adresse. Aucun ne quitte cette machine.',
  messages: 'Messages',
  phone: 'Téléphone de démonstration',
  votes: 'Retour aux votes',
  'empty.title': 'Pas encore d’e-mail',
  'empty.text':
    'Donnez une adresse e-mail en payant vos votes : le reçu arrive ici quelques secondes plus tard.',
  back: 'Tous les messages',
  from: 'De',
  to: 'À',
  received: 'Reçu',
  noSubject: '(sans objet)',
  'view.html': 'Mis en page',
  'view.text': 'Texte seul',
  'view.html.title': 'Le message mis en page',
  raw: 'Télécharger l’original (.eml)',
  noText: 'Ce message n’a pas de contenu de ce type.',
  'gone.title': 'Ce message n’est plus disponible',
  'gone.text':
    'Seuls les cent derniers sont conservés, et relancer la démonstration les efface tous.',
  new: 'Nouveau message : {subject}',
};

export const texts: Record<Language, Record<InboxText, string>> = { en, fr };
