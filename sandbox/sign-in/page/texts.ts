import type { Language } from '../../page/language';

const en = {
  title: 'Sign in to the demo',
  lead: 'The demo brings its own sign-in service. Choose who you are: no password is asked, and nobody here is real.',
  'role.admin': 'Administrator',
  'role.admin.about': 'Runs artists, categories and payments',
  'role.voter': 'Voter',
  'role.voter.about': 'May do what every visitor may',
  cancel: 'Cancel',
  'leave.title': 'Signing out',
  'leave.text': 'One moment. If nothing happens, use the button.',
  'leave.button': 'Sign out',
  'gone.title': 'This sign-in is over',
  'gone.text': 'It was open for too long, or has been used already.',
  'problem.title': 'The sign-in service said no',
  'problem.text': 'Its reason: {code}',
  back: 'Back to the site',
} as const satisfies Record<string, string>;

export type SignInText = keyof typeof en;

const fr: Record<SignInText, string> = {
  title: 'Connexion à la démo',
  lead: 'La démo a son propre service de connexion. Choisissez qui vous êtes : aucun mot de passe n’est demandé, et ces personnes n’existent pas.',
  'role.admin': 'Administratrice',
  'role.admin.about': 'Gère les artistes, les catégories et les paiements',
  'role.voter': 'Votant',
  'role.voter.about': 'Peut faire ce que peut tout visiteur',
  cancel: 'Annuler',
  'leave.title': 'Déconnexion',
  'leave.text': 'Un instant. Si rien ne se passe, utilisez le bouton.',
  'leave.button': 'Se déconnecter',
  'gone.title': 'Cette connexion est terminée',
  'gone.text': 'Elle est restée ouverte trop longtemps, ou a déjà servi.',
  'problem.title': 'Le service de connexion a refusé',
  'problem.text': 'Sa raison : {code}',
  back: 'Retour au site',
};

export const texts: Record<Language, Record<SignInText, string>> = { en, fr };
