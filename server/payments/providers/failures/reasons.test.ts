import { expect, test } from 'vitest';
import type { FailureReason } from '#shared/domain/payment';
import { MTN_FAILURES, readFailureReason } from './reasons';

/** Texts and numbers as operators and aggregators were seen to send them, by their meaning. */
const TEXTS: Partial<Record<FailureReason, string[]>> = {
  'insufficient-funds': [
    '60019 :: Le solde du compte du payeur est insuffisant',
    '60019 ::  Le solde du compte du payeur est insuffisant',
    'Le solde du compte du payeur est insuffisant| MP260921BCD8F33A6D5BB60CDE2F',
    '60019',
    'Error code: 60019',
    '703108',
    'Solde insuffisant',
    'SOLDE INSUFFISANT.',
    'Fonds insuffisants',
    'Provision insuffisante',
    'Le compte  client n a pas suffisamment de balance pour effectuer cette transaction.',
    'Le solde du client est faible ou limite de beneficiaires atteinte',
    'Vous n’avez pas assez d’argent sur votre compte',
    'Votre solde ne vous permet pas d’effectuer cette opération',
    'Insufficient balance',
    'The balance is insufficient for the transaction.',
    'Customer has insufficient funds to complete this transaction.',
    'Not enough balance',
    'User wallet does not have enough money to cover the payable amount.',
    'NOT_ENOUGH_FUNDS',
    'LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED',
    'AUTHORIZATION_CURRENT_BALANCE_TOO_LOW',
    'TARGET_AUTHORIZATION_ERROR',
    'Unable to complete transaction as account would go below minimum balance.',
    'Transaction rejected: insufficient funds',
    'Votre compte n’est pas approvisionné',
    'Compte sans provision',
    'Veuillez recharger votre compte',
    'Please top up your wallet',
  ],
  'wrong-pin': [
    'Wrong PIN entered',
    'Bad PIN',
    'INCORRECT_PIN',
    'Incorrect pin has been entered.',
    'Invalid secret code',
    'Code secret incorrect',
    'Le code PIN saisi est erroné',
    'Mauvais code secret',
    'Mot de passe invalide',
    'Nombre de tentatives de code secret dépassé',
  ],
  'wallet-inactive': [
    'SENDER_ACCOUNT_NOT_ACTIVE',
    'AUTHORIZATION_SENDER_ACCOUNT_NOT_ACTIVE',
    'ACCOUNTHOLDER_NOT_ACTIVE',
    'Sender account is not active',
    '[11] Account is disabled or blocked',
    'Unable to complete transaction as sender account is barred',
    'Utilisateur bloque',
    'Compte inactif',
    'Le compte du client est suspendu',
    'Votre compte n’est pas encore activé',
    'Compte Orange Money désactivé',
    'Code secret bloqué',
    'Account is locked, PIN attempts exceeded',
  ],
  'limit-reached': [
    'TRANSFER_AMOUNT_LIMIT',
    'Le nombre de transactions par jour est atteint',
    'Daily limit exceeded',
    'PAYER_LIMIT_REACHED',
    'WALLET_LIMIT_REACHED',
    '60014',
    '60018 :: montant hors limite',
    'Unable to complete transaction as maximum transaction value per day reached. Error code 60024.',
    'The User has exceeded their wallet allowed transaction limit.',
    'AUTHORIZATION_MAX_TRANSFER_AMOUNT',
    'AUTHORIZATION_MAXIMUM_AMOUNT_ALLOWED_TO_SEND',
    'Vous avez saisi un montant superieur au montant maximum autorise',
    'Plafond journalier atteint',
    'Le plafond de transaction est dépassé',
    'Le montant dépasse la limite autorisée',
    'Limite quotidienne atteinte',
  ],
  'no-wallet': [
    'Beneficiaire introuvable',
    'Bénéficiaire introuvable',
    'Initiatee not found',
    'Subscriber not found',
    'Subscriber not registered',
    'PAYER_NOT_FOUND',
    'FAILED - PAYER_NOT_FOUND',
    'PayerNotFound',
    '[04] Account not found',
    'ACCOUNTHOLDER_WITH_FRI_NOT_FOUND',
    'Invalid phone number',
    'User does not exist',
    'Ce numéro n’est pas enregistré',
    'Abonné inconnu',
    'Le compte du client n’existe pas',
    'Numéro de téléphone invalide : 8 chiffres reçus',
  ],
  declined: [
    'Transaction annulée par le client',
    'Le client a refusé la transaction',
    'Transaction annulée par l\u2019utilisateur.',
    'TRANSACTION ANNULEE',
    'Paiement rejeté',
    'APPROVAL_REJECTED',
    'APPROVAL REJECTED',
    'Transaction cancelled by the user',
    'RequestToPayPayerRejected',
    'Payment request declined',
    '703202',
  ],
  expired: [
    'La transaction a expiré',
    'EXPIRED',
    'TRANSACTION_REQUEST_EXPIRED',
    'Waiting time expired.',
    'Request timed out',
    '[60] TIMEOUT',
    'The transaction was not confirmed in time',
    "Transaction ID is invalid - User didn't enter the pin.",
    'Délai de confirmation dépassé',
    'Transaction annulée car le délai est expiré',
    'Le client n’a pas confirmé la transaction',
    '703201',
  ],
  unavailable: [
    'Service momentanément indisponible',
    'Provider unavailable',
    'PAYEE_NOT_FOUND',
    'FAILED - PAYEE_NOT_FOUND',
    'PAYEE_LIMIT_REACHED',
    '60021',
    'Le compte marchand est bloqué',
    'Merchant account not active',
    'Insufficient balance of the merchant',
    'Solde du compte marchand insuffisant',
    'AUTHORIZATION_MAXIMUM_AMOUNT_ALLOWED_TO_RECEIVE',
    'Connection refused',
    'Access token expired',
    'TRANSACTION_ALREADY_IN_PROCESS',
    'Une opération similaire est déjà en cours',
    'Veuillez réessayer plus tard',
    'Problème technique',
    'Rate limit per Phone number exceeded. Try again in a minute.',
  ],
};

test.each(Object.entries(TEXTS).flatMap(([reason, texts]) => texts.map((text) => [text, reason])))(
  '%s: %s',
  (text, reason) => {
    expect(readFailureReason(MTN_FAILURES, text)).toBe(reason);
  },
);

test.each([
  'FAILED',
  'Transaction failed',
  'La transaction a échoué',
  'Une panne que personne n a encore vue',
  'Unable to verify limit',
  'Limit not reached',
  'Plafond non atteint',
  'Insufficient permissions',
  'Droits insuffisants',
  'Insufficient information',
  'The account is not blocked',
  'Transaction not found',
  'TRANSACTION_NOT_FOUND',
  'Reference number not found',
  'Numéro de transaction inconnu',
  'Transaction refusée par le système',
  'Rejected by the bank',
  'The transaction could not be cancelled',
  'Unknown error for this user',
  '[27] Unauthorized',
  'Vous n’êtes pas autorisé à effectuer cette opération.',
  // Parts of words.
  'Unrejectedness',
  'Pinafore wrong',
  // A number that is none of a code.
  'Transaction 60019 of 2026',
  '',
])('%s: no rule knows it', (text) => {
  expect(readFailureReason(MTN_FAILURES, text)).toBeNull();
  expect(readFailureReason(MTN_FAILURES, text)).toBeNull();
});

test('a code that says nothing is known to say nothing', () => {
  expect(readFailureReason(MTN_FAILURES, 'INTERNAL_PROCESSING_ERROR')).toBe('unknown');
  expect(readFailureReason(MTN_FAILURES, 'UnspecifiedError')).toBe('unknown');
});

test('the provider’s own table comes first', () => {
  expect(readFailureReason({ SOLDE_INSUFFISANT: 'unavailable' }, 'Solde insuffisant !')).toBe(
    'unavailable',
  );
  expect(readFailureReason(MTN_FAILURES, 'constructor')).toBeNull();
  expect(readFailureReason(MTN_FAILURES, null)).toBeNull();
});

test.each([
  ['letters', 'a'.repeat(10_000)],
  ['subjects', 'account '.repeat(2_000)],
  ['limits', 'limit maximum exceeds '.repeat(1_000)],
  ['merchants', 'merchant payee compte '.repeat(1_000)],
  ['PINs', 'pin code secret is '.repeat(1_000)],
])('a long text of %s is read in no time', (_kind, text) => {
  const startedAt = performance.now();
  readFailureReason(MTN_FAILURES, text);
  expect(performance.now() - startedAt).toBeLessThan(200);
});
