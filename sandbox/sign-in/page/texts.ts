import type { Language } from '#sandbox/page/language';

const en = {
  title: 'Sign in to the demo',
  lead: 'The demo has its own sign-in service. Choose an account: no password is needed, and these people are not real.',
  'role.admin': 'Owner',
  'role.admin.about': 'Manages everything, including the team and settings',
  'role.editor': 'Editor',
  'role.editor.about': 'Manages artists, categories, pictures and imports',
  'role.finance': 'Finance',
  'role.finance.about': 'Handles payments, refunds and exports',
  'role.viewer': 'Viewer',
  'role.viewer.about': 'Sees the figures, but no personal data',
  'role.voter': 'Voter',
  'role.voter.about': 'Can do what any visitor can',
  secondFactor: 'I have used a second factor',
  cancel: 'Cancel',
  'leave.title': 'Signing out',
  'leave.text': 'One moment. If nothing happens, use the button.',
  'leave.button': 'Sign out',
  'gone.title': 'This sign-in has expired',
  'gone.text': 'It was open for too long, or has already been used.',
  'problem.title': 'The sign-in service refused',
  'problem.text': 'Reason: {code}',
  back: 'Back to the site',
} as const satisfies Record<string, string>;

export type SignInText = keyof typeof en;

const fr: Record<SignInText, string> = {
  title: 'Connexion à la démo',
  lead: 'La démo a son propre service de connexion. Choisissez un compte : aucun mot de passe n’est demandé, et ces personnes n’existent pas.',
  'role.admin': 'Propriétaire',
  'role.admin.about': 'Gère tout, y compris l’équipe et les réglages',
  'role.editor': 'Édition',
  'role.editor.about': 'Gère les artistes, les catégories, les images et les imports',
  'role.finance': 'Finances',
  'role.finance.about': 'S’occupe des paiements, des remboursements et des exports',
  'role.viewer': 'Lecture',
  'role.viewer.about': 'Voit les chiffres, mais aucune donnée personnelle',
  'role.voter': 'Votant',
  'role.voter.about': 'Peut faire ce que peut tout visiteur',
  secondFactor: 'J’ai utilisé un second facteur',
  cancel: 'Annuler',
  'leave.title': 'Déconnexion',
  'leave.text': 'Un instant. Si rien ne se passe, utilisez le bouton.',
  'leave.button': 'Se déconnecter',
  'gone.title': 'Cette connexion a expiré',
  'gone.text': 'Elle est restée ouverte trop longtemps, ou a déjà servi.',
  'problem.title': 'Le service de connexion a refusé',
  'problem.text': 'Raison : {code}',
  back: 'Retour au site',
};

export const texts: Record<Language, Record<SignInText, string>> = { en, fr };
