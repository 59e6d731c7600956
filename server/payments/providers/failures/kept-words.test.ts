import { expect, test } from 'vitest';
import { keptWords } from './kept-words';
import { VOCABULARY } from './vocabulary';

test.each([
  // What may be kept.
  [
    '60019 :: Le solde du compte du payeur est insuffisant',
    '60019 :: Le solde du compte du payeur est insuffisant',
  ],
  ['[11] Account is disabled or blocked', '[11] Account is disabled or blocked'],
  ['SENDER_ACCOUNT_NOT_ACTIVE', 'SENDER_ACCOUNT_NOT_ACTIVE'],
  ['PayerNotFound', 'PayerNotFound'],
  ['Échec : le client n’est pas éligible', "Échec : le client n'est pas éligible"],
  ['[27] Unauthorized', '[27] Unauthorized'],
  ['60019', '60019'],
  // Names, in any spelling.
  ['NJOYA Marie: solde insuffisant', '…: solde insuffisant'],
  ['njoya marie n’a pas un compte actif', "… n'a pas un compte actif"],
  ['Le compte de Jean-Pierre ÉTO’O est bloqué', 'Le compte de … est bloqué'],
  ['MARIE_NJOYA_NOT_FOUND', '…_NOT_FOUND'],
  ['PayerNjoyaMarie', 'Payer…'],
  ['Account of Grace N. Tabe rejected', 'Account of … N. … rejected'],
  ['Compte de 李雷 bloqué', 'Compte de … bloqué'],
  // Numbers and addresses.
  ['Account 237677123456 is closed', 'Account … is closed'],
  ['677 12 34 56 est bloqué', '… est bloqué'],
  ['677123456: closed', '…: closed'],
  ['677-12-34-56 closed', '… closed'],
  ['Le code 4821 saisi est incorrect', 'Le code … saisi est incorrect'],
  ['Error code: 4711', 'Error code: …'],
  ['Erreur: 677 123 456', 'Erreur: …'],
  ['677 : 123 456 bloqué', '… bloqué'],
  ['60019 :: solde de 1250 FCFA', '… :: solde de … FCFA'],
  ['48 : code incorrect', '… : code incorrect'],
  ['Balance is 1250 FCFA', 'Balance is … FCFA'],
  ['MP260921BCD8F33A rejected', '… rejected'],
  ['Payer marie.njoya@example.cm not eligible', 'Payer … not eligible'],
  // What no page may show.
  ['<b onclick="pay()">Account</b><script>alert(1)</script> closed', '…Account…(…)… closed'],
  ['Account\u0000\u001b[31m\u202e closed\r\n\tnow', 'Account [… closed now'],
])('%s', (text, kept) => {
  expect(keptWords(text)).toBe(kept);
});

test.each([null, '', '  \u0000 '])('no text: %j', (text) => {
  expect(keptWords(text)).toBeNull();
});

test('a text of 10 kB is cut, in no time', () => {
  const startedAt = performance.now();
  expect(keptWords('account closed '.repeat(700))).toHaveLength(200);
  expect(keptWords('Njoya '.repeat(2_000))).toBe('…');
  expect(keptWords('<'.repeat(10_000))).toBeNull();
  expect(keptWords('@'.repeat(10_000))).toBeNull();
  expect(keptWords(`${'a'.repeat(5_000)}@`)).toBe('…');
  expect(performance.now() - startedAt).toBeLessThan(500);
});

test('no known word is a name', () => {
  const names =
    'marie jean paul pierre grace prudence blanche fidele juste noel ange merveille prince princesse divine blessing gift favour charity comfort precious rose claire emmanuel njoya fru nde tabe ngo eto bella mbarga ali issa bello bouba hamadou fon che ndi fouda abena kamga';
  expect(names.split(' ').filter((name) => VOCABULARY.has(name))).toEqual([]);
});
