import type { Language } from '#shared/domain/localized';

const en = {
  'login.title': 'Sign in?',
  'login.lead':
    'Another page has sent you here to sign in. If you did not want that, just leave this page.',
  'login.button': 'Sign in',
  'logout.title': 'Sign out?',
  'logout.lead':
    'Another page has sent you here to sign out. If you did not want that, just leave this page.',
  'logout.button': 'Sign out',
  leave: 'Go to the home page',
} as const satisfies Record<string, string>;

type ConfirmationText = keyof typeof en;

const fr: Record<ConfirmationText, string> = {
  'login.title': 'Se connecter ?',
  'login.lead':
    'Une autre page vous a envoyé ici pour vous connecter. Si vous ne le vouliez pas, quittez simplement cette page.',
  'login.button': 'Se connecter',
  'logout.title': 'Se déconnecter ?',
  'logout.lead':
    'Une autre page vous a envoyé ici pour vous déconnecter. Si vous ne le vouliez pas, quittez simplement cette page.',
  'logout.button': 'Se déconnecter',
  leave: 'Aller à l’accueil',
};

export const texts: Record<Language, Record<ConfirmationText, string>> = { en, fr };
