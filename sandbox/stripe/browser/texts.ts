import { filled, type Language } from '#sandbox/page/language';

const en = {
  'form.label': 'Card details',
  'number.label': 'Card number',
  'expiry.label': 'Expiration date',
  'expiry.placeholder': 'MM / YY',
  'cvc.label': 'Security code',
  'cvc.placeholder': 'CVC',
  incomplete_number: 'Your card number is incomplete.',
  invalid_number: 'Your card number is invalid.',
  incomplete_expiry: 'Your card’s expiration date is incomplete.',
  invalid_expiry_month: 'Your card’s expiration date is invalid.',
  invalid_expiry_month_past: 'Your card’s expiration date is in the past.',
  invalid_expiry_year_past: 'Your card’s expiration year is in the past.',
  incomplete_cvc: 'Your card’s security code is incomplete.',
  'cards.title': 'Test cards',
  'cards.lead': 'No real money is charged. Choose a card to fill in the form:',
  'cards.paid': 'Payment goes through',
  'cards.declined': 'Card declined',
  'cards.lacks-funds': 'Not enough money',
  'cards.expired': 'Card expired',
  'cards.wrong-cvc': 'Wrong security code',
  'cards.processing': 'Processing error',
  'cards.asks': 'The bank asks for approval',
  'cards.leaves': 'On the bank’s own page',
  'cards.filled': 'Card ending in {last4} filled in.',
  'bank.title': 'Your bank asks you to confirm',
  'bank.question': 'Are you paying {amount} with the card ending in {last4}?',
  'bank.note': 'The bank is simulated. No real money is charged.',
  'bank.approve': 'Approve',
  'bank.refuse': 'Refuse',
  'bank.gone': 'This confirmation is no longer open. You can go back to the site.',
  'bank.back': 'Back to the site',
  card_declined: 'Your card has been declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  test_mode_live_card: 'This demo takes test cards only. Choose one from the list under the form.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: 'Your card’s security code is incorrect.',
  invalid_cvc: 'Your card’s security code is invalid.',
  incorrect_number: 'Your card number is incorrect.',
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  payment_intent_authentication_failure:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  payment_intent_unexpected_state:
    'A processing error occurred. This payment cannot be confirmed any more.',
  api_connection_error:
    'We are experiencing issues connecting to our payments provider. Please check your connection and try again.',
  rate_limit: 'Our payments provider is very busy. Please try again in a moment.',
  api_error: 'An unexpected error occurred.',
} as const satisfies Record<string, string>;

export type BrowserText = keyof typeof en;

const fr: Record<BrowserText, string> = {
  'form.label': 'Informations de la carte',
  'number.label': 'Numéro de carte',
  'expiry.label': 'Date d’expiration',
  'expiry.placeholder': 'MM / AA',
  'cvc.label': 'Code de sécurité',
  'cvc.placeholder': 'CVC',
  incomplete_number: 'Le numéro de votre carte est incomplet.',
  invalid_number: 'Le numéro de votre carte n’est pas valide.',
  incomplete_expiry: 'La date d’expiration de votre carte est incomplète.',
  invalid_expiry_month: 'La date d’expiration de votre carte n’est pas valide.',
  invalid_expiry_month_past: 'La date d’expiration de votre carte est passée.',
  invalid_expiry_year_past: 'L’année d’expiration de votre carte est passée.',
  incomplete_cvc: 'Le code de sécurité de votre carte est incomplet.',
  'cards.title': 'Cartes de test',
  'cards.lead': 'Aucun paiement n’est réel. Choisissez une carte pour remplir le formulaire :',
  'cards.paid': 'Le paiement passe',
  'cards.declined': 'Carte refusée',
  'cards.lacks-funds': 'Solde insuffisant',
  'cards.expired': 'Carte expirée',
  'cards.wrong-cvc': 'Code de sécurité incorrect',
  'cards.processing': 'Erreur de traitement',
  'cards.asks': 'La banque demande votre accord',
  'cards.leaves': 'Sur le site de la banque',
  'cards.filled': 'La carte se terminant par {last4} est saisie.',
  'bank.title': 'Votre banque vous demande de confirmer',
  'bank.question': 'Payez-vous {amount} avec la carte se terminant par {last4} ?',
  'bank.note': 'La banque est simulée. Aucun paiement n’est réel.',
  'bank.approve': 'Approuver',
  'bank.refuse': 'Refuser',
  'bank.gone': 'Cette demande n’est plus ouverte. Vous pouvez revenir au site.',
  'bank.back': 'Revenir au site',
  card_declined: 'Votre carte a été refusée.',
  insufficient_funds: 'Le solde de votre carte est insuffisant.',
  test_mode_live_card:
    'Cette démonstration n’accepte que les cartes de test. Choisissez-en une sous le formulaire.',
  expired_card: 'Votre carte a expiré.',
  incorrect_cvc: 'Le code de sécurité de votre carte est incorrect.',
  invalid_cvc: 'Le code de sécurité de votre carte n’est pas valide.',
  incorrect_number: 'Le numéro de votre carte est incorrect.',
  processing_error:
    'Une erreur est survenue lors du traitement de votre carte. Réessayez dans quelques instants.',
  payment_intent_authentication_failure:
    'Nous ne parvenons pas à authentifier votre moyen de paiement. Choisissez-en un autre et réessayez.',
  payment_intent_unexpected_state:
    'Une erreur de traitement est survenue. Ce paiement ne peut plus être confirmé.',
  api_connection_error:
    'La connexion au prestataire de paiement est difficile. Vérifiez votre connexion et réessayez.',
  rate_limit: 'Le prestataire de paiement est très sollicité. Réessayez dans un instant.',
  api_error: 'Une erreur inattendue est survenue.',
};

export const texts: Record<Language, Record<BrowserText, string>> = { en, fr };

export const browserText = (
  language: Language,
  key: BrowserText,
  values: Readonly<Record<string, string>> = {},
): string => filled(texts[language][key], values);
