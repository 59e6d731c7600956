import type { Language } from '#sandbox/page/language';

const en = {
  title: 'Demo providers',
  lead: 'The Mobile Money providers of this demo. Make one slow, down or lying, then vote and watch Health.',
  votes: 'Back to the votes',
  phone: 'Demo phone',
  health: 'Health',
  well: 'Works',
  slow: 'Slow',
  down: 'Down',
  lying: 'Lies',
  'meaning.well': 'Answers at once.',
  'meaning.slow': 'A request for payment takes six seconds.',
  'meaning.down': 'Cuts every connection.',
  'meaning.lying': 'Reports 1 XAF for every payment, whatever was paid.',
  now: '{provider}: {mood}.',
} as const satisfies Record<string, string>;

export type ProviderText = keyof typeof en;

const fr: Record<ProviderText, string> = {
  title: 'Prestataires de démonstration',
  lead: 'Les prestataires Mobile Money de cette démonstration. Rendez-en un lent, injoignable ou menteur, puis votez et regardez la page Santé.',
  votes: 'Retour aux votes',
  phone: 'Téléphone de démonstration',
  health: 'Santé',
  well: 'Fonctionne',
  slow: 'Lent',
  down: 'En panne',
  lying: 'Ment',
  'meaning.well': 'Répond aussitôt.',
  'meaning.slow': 'Une demande de paiement prend six secondes.',
  'meaning.down': 'Coupe toutes les connexions.',
  'meaning.lying': 'Annonce 1 XAF pour chaque paiement, quel que soit le montant payé.',
  now: '{provider} : {mood}.',
};

export const texts: Record<Language, Record<ProviderText, string>> = { en, fr };
