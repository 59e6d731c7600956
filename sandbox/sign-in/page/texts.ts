import type { Language } from '../../page/language';

const en = {
  title: 'Sign in to the demo',
  lead: 'The demo brings its own sign-in service. Choose who you are: no password is asked, and nobody here is real.',
  'role.admin': 'Owner',
  'role.admin.about': 'Runs everything: the team and the settings too',
  'role.editor': 'Editor',
  'role.editor.about': 'Runs artists, categories, pictures and imports',
  'role.finance': 'Finance',
  'role.finance.about': 'Looks after payments, refunds and exports',
  'role.viewer': 'Viewer',
  'role.viewer.about': 'Reads the figures, and nothing personal',
  'role.voter': 'Voter',
  'role.voter.about': 'May do what every visitor may',
  secondFactor: 'I have shown a second factor',
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
  'role.admin': 'Propriétaire',
  'role.admin.about': 'Gère tout : l’équipe et les réglages aussi',
  'role.editor': 'Édition',
  'role.editor.about': 'Gère les artistes, les catégories, les images et les imports',
  'role.finance': 'Finances',
  'role.finance.about': 'S’occupe des paiements, des remboursements et des exports',
  'role.viewer': 'Lecture',
  'role.viewer.about': 'Lit les chiffres, et rien de personnel',
  'role.voter': 'Votant',
  'role.voter.about': 'Peut faire ce que peut tout visiteur',
  secondFactor: 'J’ai montré un second facteur',
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
