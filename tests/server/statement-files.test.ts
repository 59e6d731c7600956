import { once } from 'node:events';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StatementMapping, StatementPreview } from '#shared/contracts/books';
import { statementMappings } from '#shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { enterOurs } from '../support/provider-books';
import { spreadsheet } from '../support/spreadsheets';
import { statementMapping } from '../support/statement-mapping';

/** Statements as providers, operators and spreadsheets really write them. */

let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
let nominations: { id: string }[];
beforeAll(async () => {
  app = await startTestApp({ env: { EVENT_TIMEZONE: 'Africa/Douala' } });
  admin = await anAdministrator(app);
  nominations = (await app.given.artist()).nominations;
});
afterAll(() => app.close());

const send = (path: string, query: Record<string, string>, file: string | Buffer) =>
  admin
    .post(`/api/admin/statements${path}?${new URLSearchParams({ provider: 'mtn-momo', ...query })}`)
    .type('application/octet-stream')
    .send(Buffer.from(file));
const preview = async (
  file: string | Buffer,
  mapping?: StatementMapping | StatementPreview['mapping'],
  provider = 'mtn-momo',
): Promise<StatementPreview> => {
  const query = { provider, ...(mapping && { mapping: JSON.stringify(mapping) }) };
  return (await send('/preview', query, file).expect(200)).body;
};
const problemsOf = ({ reading }: StatementPreview) =>
  reading?.problems.map(({ field, problem, rows }) => [field, problem, ...rows]);
const sumOf = ({ reading }: StatementPreview) => [reading?.paid.amount, reading?.returned.amount];

/** The mapping of a preview, with what it proposes for the values of other columns. */
const decided = ({ mapping, reading }: StatementPreview): StatementPreview['mapping'] => ({
  ...mapping,
  sides: (reading?.sides ?? []).map(({ column, text, meaning }) => ({ column, text, meaning })),
});
const sidesOf = ({ reading }: StatementPreview) =>
  reading?.sides.map(({ column, text, meaning }) => [column, text, meaning]);

const statement = (...lines: string[]) => ['Id,Date,Status,Amount', ...lines].join('\n');

const DAY = '24/11/2026 10:05';

describe('no word is guessed into a wrong sum', () => {
  test.each([
    ['Unsuccessful', 'Successful'],
    ['Non effectué', 'Effectué'],
    ['Unpaid', 'Paid'],
    ['Incomplete', 'Complete'],
    ['Impayé', 'Payé'],
    ['Not completed', 'COMPLETED'],
    ['Paiement non réussi', 'Paiement réussi'],
    ['Échec', 'Succès'],
    ['Pas encore payé', 'Payée'],
    ['En cours de paiement', 'Terminé'],
    ['Refunded successfully', 'Successfull'],
    ['Partiellement payé', 'Transaction effectuée avec succès'],
    ['Inactive - approved later', 'Approved'],
    ['Paiement annulé (payé)', 'OK'],
    ["N'a pas été validé", 'Validé'],
    ['Awaiting confirmed', 'Confirmed'],
  ])('%j is not paid, %j is', async (failed, paid) => {
    const file = statement(
      `1030,24/11/2026 10:00,"${failed}",1500`,
      `1031,24/11/2026 10:00,${paid},2000`,
    );
    const shown = await preview(file);
    expect(shown.mapping.paidWords).toEqual([paid]);
    expect(sumOf(shown)).toEqual([2_000, 0]);
    expect(shown.reading?.words).toEqual([
      { word: failed, lines: 1, amount: 1_500, isPaid: false },
      { word: paid, lines: 1, amount: 2_000, isPaid: true },
    ]);
  });

  test('a word that nobody knows has to be chosen', async () => {
    const file = statement('1,24/11/2026 10:00,Zapped,1500');
    const shown = await preview(file);
    expect(shown.mapping.paidWords).toEqual([]);
    expect(problemsOf(shown)).toEqual([['paidWords', 'no-word']]);
    const chosen = await preview(file, { ...shown.mapping, paidWords: ['zapped'] });
    expect([sumOf(chosen), problemsOf(chosen)]).toEqual([[1_500, 0], []]);
  });

  test.each([
    'UN-SUCCESSFUL',
    'Successful - rolled back',
    'Completed - chargeback',
    'Success=false',
    'Payé (faux)',
    'Retour effectué',
    'Refus validé',
    'Opération effectuée / extournée',
    'Blocked after approved',
    'Paid, but disputed',
  ])('%j is left to the administrator', async (word) => {
    const shown = await preview(statement(`1,24/11/2026 10:00,"${word}",1500`), undefined, 'x');
    expect([shown.mapping.paidWords, sumOf(shown)]).toEqual([[], [0, 0]]);
  });

  test.each([
    'ACCEPTED', // At some providers, only for processing.
    'Received by customer',
    'Paid by merchant',
    'Completed 50%',
    '0 paid',
    'Paid?',
    '❌ Payé',
    'Paid 0/1',
    'Traité',
  ])('%j is not paid where another word certainly is', async (word) => {
    const file = statement(`1,${DAY},"${word}",9000`, `2,${DAY},COMPLETED,1500`);
    const shown = await preview(file, undefined, 'x');
    expect([shown.mapping.paidWords, sumOf(shown)]).toEqual([['COMPLETED'], [1_500, 0]]);
  });

  test('a column of names is no status', async () => {
    const lines = Array.from({ length: 25 }, (_, at) => `${at},24/11/2026 10:00,Payer ${at},100`);
    expect(problemsOf(await preview(statement(...lines)))).toContainEqual([
      'status',
      'not-a-status',
    ]);
  });
});

describe('amounts', () => {
  test.each<[string[], number]>([
    [['12.000', '1.000'], 13_000],
    [['"12,000"', '"1,000"'], 13_000],
    [['1 500', '2\u00a0500', '3\u202f500'], 7_500],
    [['1 500 F CFA', '2500 FCFA', '500F', '100 Frs'], 4_600],
    [['"1.500,00"', '"1.500.000,00"'], 1_501_500],
    [['"1,500.00"', '500.00'], 2_000],
    [['1500.000', '200.0000'], 1_700],
    [["1'500", '1’500'], 3_000],
    [['XAF 1500', 'CFA2500'], 4_000],
    [['+1500', '0'], 1_500],
  ])('%j add up to %i', async (amounts, sum) => {
    const lines = amounts.map((amount, at) => `${at},24/11/2026 10:00,Successful,${amount}`);
    const shown = await preview(statement(...lines));
    expect([sumOf(shown), problemsOf(shown)]).toEqual([[sum, 0], []]);
  });

  test.each(['-1500', '(1500)', '1500-', '\u22121 500', '(1 500 F CFA)'])(
    '%j was returned',
    async (amount) => {
      const shown = await preview(statement(`1,24/11/2026 10:00,Successful,${amount}`));
      expect(sumOf(shown)).toEqual([0, 1_500]);
    },
  );

  test('a file that fits two readings asks', async () => {
    const file = statement(
      '1,24/11/2026 10:00,Successful,12.000',
      '2,24/11/2026 10:00,Successful,1500.000',
    );
    const shown = await preview(file);
    expect(problemsOf(shown)).toEqual([['amount', 'two-readings']]);
    expect(shown.reading?.twoReadings).toEqual({
      text: '12.000',
      thousands: 12_000,
      decimal: 12,
      mark: '.',
    });
    const [thousands, decimal] = [
      await preview(file, { ...shown.mapping, decimals: 'thousands' }),
      await preview(file, { ...shown.mapping, decimals: '.' }),
    ];
    expect([sumOf(thousands), problemsOf(thousands)]).toEqual([[13_500, 0], []]);
    expect([sumOf(decimal), problemsOf(decimal)]).toEqual([[1_512, 0], []]);
  });

  test('received and sent in two columns, the hour apart, in French', async () => {
    const file = [
      'Relevé de compte marchand;;;;;;',
      'Période du;24/11/2026;au;24/11/2026;;;',
      'N°;Date;Heure;Référence;Service;Statut;Débit;Crédit;Solde',
      '1;24/11/2026;10:05:00;MP1;Merchant Payment;Succès;;12 500;112 500',
      '2;24/11/2026;10:06:00;MP2;Merchant Payment;Échec;;1 500;112 500',
      '3;24/11/2026;10h07;MP3;Remboursement;Succès;1 000;-;111 500',
      '4;24/11/2026;23:30:00;MP4;Merchant Payment;Succès;0;500;112 000',
      'Total;;;;;;1 000;14 500;',
    ].join('\n');
    const shown = await preview(file, undefined, 'orange');
    expect(shown.mapping).toMatchObject({
      reference: 'Référence',
      amount: null,
      credit: 'Crédit',
      debit: 'Débit',
      at: 'Date',
      time: 'Heure',
      status: 'Statut',
      sides: [],
      paidWords: ['Succès'],
    });
    expect(sumOf(shown)).toEqual([13_000, 1_000]);
    expect(problemsOf(shown)).toEqual([]);
    expect(shown.passedOver.map(({ row, why }) => [row, why])).toEqual([
      [1, 'above'],
      [2, 'above'],
      [8, 'total'],
    ]);
  });

  test.each([
    ['Amount Debit,Amount Credit', ',100'],
    ['Debit amount,Credit amount', '-,100'],
    ['Montant débit,Montant crédit', '0,100'],
    ['Withdrawn,Paid in', ',100'],
  ])('the columns %s', async (headings, cells) => {
    const shown = await preview(`Id,Date,${headings}\n1,2026-11-24 10:00,${cells}`, undefined, 'x');
    expect(sumOf(shown)).toEqual([100, 0]);
  });

  test.each([
    'transactionStatus',
    'paymentstatus',
    'Status description',
    'Libellé statut',
    'Mobile money status',
    'Stat.',
    'Outcome',
    'Réponse',
    'X',
  ])('a status is known by its words, in a column %j', async (heading) => {
    const file = `Reference,Date,Amount,${heading}\nA1,${DAY},1500,Successful\nA2,${DAY},9000,Failed`;
    const shown = await preview(file, undefined, 'x');
    expect([shown.mapping.status, sumOf(shown)]).toEqual([heading, [1_500, 0]]);
    // Nobody has to believe that this column matters; but it cannot be overlooked.
    const unread = await preview(file, { ...shown.mapping, status: null, paidWords: [] }, 'x');
    expect(problemsOf(unread)).toEqual([['sides', 'two-sides']]);
    expect(sidesOf(unread)).toEqual([[heading, 'Failed', 'failed']]);
    const read = await preview(file, decided(unread), 'x');
    expect([sumOf(read), problemsOf(read)]).toEqual([[1_500, 0], []]);
  });

  test.each(['Payé ?', 'Paid'])('a column %j of yes and no asks for the word', async (heading) => {
    const file = `Reference,Date,Amount,${heading}\nA1,${DAY},1500,TRUE\nA2,${DAY},9000,FALSE`;
    const shown = await preview(file, undefined, 'x');
    expect([shown.mapping.status, sumOf(shown)]).toEqual([heading, [0, 0]]);
    expect(problemsOf(shown)).toEqual([['paidWords', 'no-word']]);
  });

  test.each([
    ['Payment', 'Refund'],
    ['Collection', 'Disbursement'],
    ['DEPOSIT', 'PAYOUT'],
    ['collect', 'withdraw'],
    ['Entrant', 'Sortant'],
    ['Incoming', 'Outgoing'],
    ['Encaissement', 'Décaissement'],
    ['Money In', 'Money Out'],
    ['C2B', 'B2C'],
    ['+', '-'],
    ['Merchant Payment', 'Cash Out'],
    ['Paiement', 'Annulation'],
    ['Credit', 'Reversal'],
    ['Paiement', 'Frais'],
  ])('a column that says %j and %j asks', async (came, left) => {
    const line = (at: number, amount: number, type: string) =>
      `${at};${DAY};Successful;${type};${amount}`;
    // The first line that left is far behind those that columns are guessed from.
    const lines = Array.from({ length: 220 }, (_, at) => line(at, 100, came));
    const file = ['Id;Date;Status;Type;Montant', ...lines, line(999, 9_000, left)].join('\n');
    const shown = await preview(file, undefined, 'x');
    expect(problemsOf(shown)).toEqual([['sides', 'two-sides']]);
    expect(sidesOf(shown)).toEqual([['Type', left, 'left']]);
    const read = await preview(file, decided(shown), 'x');
    expect([sumOf(read), problemsOf(read)]).toEqual([[22_000, 9_000], []]);
  });

  test.each<[string, string[], [number, number], number]>([
    ['Order status;Payment status', ['Completed;Completed', 'Completed;Refunded'], [1_500, 0], 1],
    ['Status;Refund status', ['Completed;', 'Completed;Refunded'], [1_500, 0], 1],
    ['Status;Refunded at', ['Completed;', 'Completed;25/11/2026'], [1_500, 0], 1],
    ['Statut;Annulé', ['Succès;non', 'Succès;X'], [1_500, 0], 1],
    ['Status;Error code', ['Completed;0', 'Completed;2051'], [1_500, 0], 1],
    ['Status;Service name', ['Completed;Merchant payment', 'Completed;Payout'], [1_500, 9_000], 1],
    ['Status;', ['Completed;CR', 'Completed;DR'], [1_500, 9_000], 1],
    ['Type;Payment status', ['Refund;Completed', 'Payment;Failed'], [0, 1_500], 1],
    ['Statut;Type', ['Succès;Paiement', 'Succès;Virement émis'], [1_500, 9_000], 1],
    ['Statut;Observation', ['Succès;', 'Succès;Annulé'], [1_500, 0], 1],
    ['Statut;Reason', ['Succès;', 'Succès;NOT_ENOUGH_FUNDS'], [1_500, 0], 1],
  ])('what the columns %s say is decided for each value', async (headings, kinds, sums, asked) => {
    const lines = kinds.map((cells, at) => `A${at};${DAY};${cells};${[1_500, 9_000][at]}`);
    const file = [`Id;Date;${headings};Amount`, ...lines].join('\n');
    const shown = await preview(file, undefined, 'x');
    expect(problemsOf(shown)).toEqual([['sides', 'two-sides']]);
    expect(shown.reading?.sides).toHaveLength(asked);
    const read = await preview(file, decided(shown), 'x');
    expect([sumOf(read), problemsOf(read)]).toEqual([sums, []]);
  });

  test('texts of their own are read by their beginning, however many there are', async () => {
    const texts = Array.from({ length: 20 }, (_, at) => `${at};${DAY};Vote ${at};100`);
    const left = Array.from({ length: 40 }, (_, at) => `L${at};${DAY};Retrait n° ${at};1000`);
    const file = [
      'Id;Date;Libellé;Montant',
      ...texts,
      ...left,
      `98;${DAY};ANNULATION A1;300`,
      `99;${DAY};Retrait effectué vers la banque UBA;9000`,
    ].join('\n');
    const shown = await preview(file, undefined, 'x');
    expect(sidesOf(shown)).toEqual([
      ['Libellé', 'retrait …', 'left'],
      ['Libellé', 'annulation …', 'left'],
    ]);
    const read = await preview(file, decided(shown), 'x');
    expect([sumOf(read), problemsOf(read)]).toEqual([[2_000, 49_300], []]);
    const few = [...file.split('\n').slice(0, 4), ...file.split('\n').slice(-1)].join('\n');
    expect(sidesOf(await preview(few, undefined, 'x'))).toEqual([['Libellé', 'retrait …', 'left']]);
  });

  test('a received column alone does not say that nothing left', async () => {
    const file = `Id;Date;Type;Montant reçu\n1;${DAY};Paiement;1500\n2;${DAY};Retrait;9000`;
    expect(sidesOf(await preview(file, undefined, 'x'))).toEqual([['Type', 'Retrait', 'left']]);
  });

  test('what was decided for a provider is asked once', async () => {
    const file = (last: string) =>
      `Id;Date;Type;Amount\n1;${DAY};Debit;1500\n2;${DAY};Payment;2000\n3;${DAY};${last};10`;
    const provider = `decided ${crypto.randomUUID()}`;
    const shown = await preview(file('Debit'), undefined, provider);
    expect(sidesOf(shown)).toEqual([['Type', 'Debit', 'left']]);
    const sides = [{ column: 'Type', text: 'Debit', meaning: 'came' as const }];
    const mapping = statementMapping({ sides });
    await app.db.insert(statementMappings).values({ provider, mapping });
    const next = await preview(file('Debit'), undefined, provider);
    expect([sumOf(next), problemsOf(next)]).toEqual([[3_510, 0], []]);
    expect(next.mapping.sides).toEqual(sides);
    const without = await preview(`Id;Date;Type;Amount\n1;${DAY};Payment;1`, undefined, provider);
    expect(without.mapping.sides).toEqual([]);
    expect(problemsOf(await preview(file('Refund'), undefined, provider))).toEqual([
      ['sides', 'two-sides'],
    ]);
  });

  test.each([
    'Pays;CM;-',
    'Code promo;-;VIP10',
    'Groupe;A;D',
    'Refunded;No;No',
    'Remboursé;Non;',
    'International;No;Yes',
    'Artiste;Out of Africa;Rejected',
    'Motif;Frais de vote pour mon artiste;Paiement sans frais',
    'Payment method;Debit card;Wallet',
    'Settlement status;PENDING;PENDING',
    'Statut SMS;Échec;Envoyé',
    'To message;Remboursement dette;refund',
    'Type;Debit;Debit',
    'From name;D. Noé;Out of Africa',
    'Transaction number;T1;T2',
    'External fee refunded;0.00;0',
    'Opération;Virement reçu;Virement reçu',
    'Observation;;rapproché',
  ])('ordinary columns ask nothing: %s', async (column) => {
    const [heading, one, other] = column.split(';');
    const file = `Id;Date;${heading};Montant\n1;${DAY};${one};1500\n2;${DAY};${other};2000`;
    const shown = await preview(file, undefined, 'x');
    expect([sumOf(shown), problemsOf(shown)]).toEqual([[3_500, 0], []]);
  });

  test('thousands behind an unquoted comma are refused', async () => {
    const file = `Id,Date,Status,Amount\n1,${DAY},Successful,1,500\n2,${DAY},Successful,700`;
    expect(problemsOf(await preview(file, undefined, 'x'))).toEqual([['file', 'extra-cell', 2]]);
    const shifted = `Id,Date,Amount,Note\n1,${DAY},1,500,\n2,${DAY},700,`;
    expect(problemsOf(await preview(shifted, undefined, 'x'))).toEqual([['file', 'extra-cell', 2]]);
    const semicolons = `Reference;Date;Amount\na;${DAY};1;500`;
    expect(problemsOf(await preview(semicolons, undefined, 'x'))).toEqual([
      ['file', 'extra-cell', 2],
    ]);
  });

  test('other currencies do not count, and are shown', async () => {
    const file = `Id;Date;Amount;Devise\n1;${DAY};1500;XAF\n2;${DAY};10;EUR\n3;${DAY};5000;XOF\n4;${DAY};20;F CFA`;
    const shown = await preview(file, undefined, 'x');
    expect([sumOf(shown), problemsOf(shown)]).toEqual([[1_520, 0], []]);
    expect(shown.passedOver).toMatchObject([
      { row: 3, why: 'other-currency' },
      { row: 4, why: 'other-currency' },
    ]);
    for (const heading of ['Amount (USD)', 'Amount (minor units)', 'Montant (en milliers)']) {
      const { mapping } = await preview(`Id;Date;${heading}\n1;${DAY};25`, undefined, 'x');
      expect(mapping.amount).toBeNull();
    }
  });

  test.each([
    ['Montant reçu;Montant TVA', '1500;30', 1_500],
    ['Amount received;Amount due', '1500;0', 1_500],
    ['Net received;Amount charged', '1500;1530', 1_500],
    ['Montant crédité;Montant dû', '1500;0', 1_500],
    ['Crédit;Valeur du vote', '1500;100', null],
    ['Montant payé;Montant reçu', '1500;1470', null],
    ['Amount;Amount paid', '1500;0', null],
    ['Amount (incl. fees);Amount (excl. fees)', '1530;1500', null],
    ['Money In (XAF);Money Out (XAF)', '1500;', 1_500],
    ['Encaissement;Décaissement', '1500;', 1_500],
    ['Deposits;Withdrawals', '1500;', 1_500],
    ['Montant unitaire;Montant', '500;1500', 1_500],
    ['Montant attendu;Montant versé', '1500;1000', 1_000],
    ['amountMinor;Amount', '150000;1500', 1_500],
    ['Montant (€);Montant', '2;1500', 1_500],
    ['Deposit ID;Amount', 'x;1500', 1_500],
    ['Brut;Montant net', '1500;1470', null],
    ['Montant (kFCFA);Montant', '1.5;1500', 1_500],
    ['Total;Montant reversé', '1500;1470', 1_500],
    ['amount;charge_amount;debit;credit', '1000;20;0;980', null],
  ])('the amount received of %s is %s', async (headings, cells, sum) => {
    const file = `Id;Date;Statut;${headings}\n1;${DAY};Succès;${cells}`;
    const shown = await preview(file, undefined, 'x');
    if (sum === null) expect(problemsOf(shown)).toEqual([['amount', 'no-amount']]);
    else expect([sumOf(shown), problemsOf(shown)]).toEqual([[sum, 0], []]);
  });

  test.each([
    'Date;Référence;Montant\n24/11/2026;a;4000\n24/11/2026;Total du jour;4000',
    `Id,Date,Note,Amount\nOpening balance,24/11/2026,,100000\n1,${DAY},,4000`,
    `Id;Date;Montant\nSolde reporté;24/11/2026;4500\n1;${DAY};4000\nCumul;;4000`,
    `Id;Date;Montant\nBrought forward;24/11/2026;4500\n1;${DAY};4000\n2 transactions;;4000`,
    `Id;Date;Montant\n1;${DAY};4000\nT O T A L;24/11/2026;4000\nMontant total;;4000`,
  ])('totals and balances do not count, dated or not: %j', async (file) => {
    const shown = await preview(file, undefined, 'x');
    expect([sumOf(shown), problemsOf(shown)]).toEqual([[4_000, 0], []]);
  });

  test('decimals of a balance tell that amounts can be read in two ways', async () => {
    const file = `Id;Date;Amount;Balance\n1;${DAY};500.000;112500.000\n2;${DAY};750.000;113250.000`;
    expect(problemsOf(await preview(file, undefined, 'x'))).toEqual([['amount', 'two-readings']]);
  });

  test('a title of failed payments between the lines asks for a status', async () => {
    const file = `Id;Date;Montant\n1;${DAY};4000\nTransactions échouées;;\n2;${DAY};9000`;
    expect(problemsOf(await preview(file, undefined, 'x'))).toEqual([['file', 'section', 3]]);
  });

  test('a column that says debit and credit is asked about, never guessed', async () => {
    const file = 'Id;Date;Sens;Montant\n1;24/11/2026 10:00;C;1500\n2;24/11/2026 10:01;D;9000';
    const shown = await preview(file, undefined, 'x');
    expect(sidesOf(shown)).toEqual([['Sens', 'D', 'left']]);
    expect(problemsOf(shown)).toEqual([['sides', 'two-sides']]);
    const read = (meaning: 'came' | 'left') =>
      preview(file, { ...shown.mapping, sides: [{ column: 'Sens', text: 'D', meaning }] }, 'x');
    const [left, came] = [await read('left'), await read('came')];
    expect([sumOf(left), problemsOf(left)]).toEqual([[1_500, 9_000], []]);
    expect([sumOf(came), problemsOf(came)]).toEqual([[10_500, 0], []]);
  });

  test('a line without an amount received is passed over, and shown', async () => {
    const file = 'Id;Date;Crédit;Sortie\n1;24/11/2026 10:00;1500;\n2;24/11/2026 10:01;;9000';
    const shown = await preview(file, undefined, 'x');
    expect(sumOf(shown)).toEqual([1_500, 9_000]);
    const onlyCredit = await preview(file, { ...shown.mapping, debit: null }, 'x');
    expect(sumOf(onlyCredit)).toEqual([1_500, 0]);
    expect(onlyCredit.passedOver).toMatchObject([{ row: 3, why: 'no-amount' }]);
  });

  test.each([
    'Id;Date;Requested amount;Amount paid\n1;24/11/2026 10:00;1500;1000',
    'Id;Date;Refund amount;Paid amount\n1;24/11/2026 10:00;0;1000',
    'Id;Date;Montant demandé;Montant\n1;24/11/2026 10:00;1500;1000',
  ])('of two columns of amounts, the received one is proposed: %j', async (file) => {
    expect(sumOf(await preview(file, undefined, 'x'))).toEqual([1_000, 0]);
  });

  test('of two equal columns of amounts, none is proposed', async () => {
    const file = 'Id;Date;Montant TTC;Montant net\n1;24/11/2026 10:00;1500;1000';
    const shown = await preview(file, undefined, 'x');
    expect(shown.mapping.amount).toBeNull();
    expect(problemsOf(shown)).toEqual([['amount', 'no-amount']]);
  });

  test('a fee that can be read in two ways asks, and one above its amount is refused', async () => {
    const file = 'Id;Date;Amount;Fee\n1;24/11/2026 10:00;1500;22.500';
    const shown = await preview(file, undefined, 'x');
    expect(problemsOf(shown)).toEqual([
      ['fee', 'larger-than-amount', 2],
      ['fee', 'two-readings'],
    ]);
    const decimal = await preview(file, { ...shown.mapping, decimals: '.' }, 'x');
    expect(problemsOf(decimal)).toEqual([]);
  });

  test('an amount that several rows share is counted once', async () => {
    const file =
      '<table><tr><td>Id</td><td>Date</td><td>Amount</td></tr><tr><td>1</td><td>24/11/2026 10:00</td><td rowspan="2">3000</td></tr><tr><td>2</td><td>24/11/2026 10:01</td></tr></table>';
    const shown = await preview(file, undefined, 'x');
    expect(sumOf(shown)).toEqual([3_000, 0]);
    expect(problemsOf(shown)).toEqual([['amount', 'not-an-amount', 3]]);
  });

  test('an amount in both columns is refused, whatever else is right', async () => {
    const file = 'Id,Date,Debit,Credit\n1,2026-11-24 10:00,50,100\n2,2026-11-24 10:00,,100';
    const shown = await preview(file, undefined, 'x');
    expect(problemsOf(shown)).toEqual([
      ['debit', 'two-amounts', 2],
      ['credit', 'not-an-amount', 2],
    ]);
  });
});

describe('days', () => {
  test.each([
    '24/11/26 10:00',
    '24 Nov 2026 10:00',
    '24 nov. 2026 10:00',
    '24/11/2026 10h05',
    '24/11/2026 à 10:05',
    '2026-11-24 10:00:00 UTC',
    '46350.42',
    '1795510800',
    '20261124100500',
    '11/24/2026 10:05:00 AM',
    'Tue 24 Nov 2026 10:05',
    '24-NOV-26 10:05',
  ])('%j is 24 November 2026', async (date) => {
    const { reading } = await preview(statement(`1,"${date}",Successful,100`));
    expect(reading).toMatchObject({ problems: [], days: [{ day: '2026-11-24' }] });
  });

  test.each([
    // The days lie next to each other, or the year is that of today.
    [['11/5/2026 1:05:33 PM', '11/6/2026 9:05:00 AM'], '2026-11-05'],
    [['05/11/2026 13:05', '06/11/2026 09:05'], '2026-11-05'],
    [['26-11-24 10:05'], '2026-11-24'],
    [['24-11-26 10:05'], '2026-11-24'],
  ])('the order of %j is found', async (dates, day) => {
    const lines = dates.map((date, at) => `${at},${date},Successful,100`);
    const shown = await preview(statement(...lines), undefined, 'x');
    expect(shown.reading).toMatchObject({
      problems: [],
      days: [{ day }, ...dates.slice(1).map(() => ({}))],
    });
  });

  test('a zone in the heading moves the day', async () => {
    const file = 'Id,Date (UTC),Amount\n1,24/11/2026 23:30,100';
    const shown = await preview(file, undefined, 'x');
    expect(shown.reading?.days).toMatchObject([{ day: '2026-11-25' }]);
    const apart = 'Id,Date,Time (UTC),Amount\n1,24/11/2026,23:30,100';
    expect((await preview(apart, undefined, 'x')).reading?.days[0]?.day).toBe('2026-11-25');
  });

  test('of several days, that of the payment is proposed, or none', async () => {
    const file = (headings: string) =>
      `Id;${headings};Montant\n1;30/11/2026;24/11/2026;100\n2;30/11/2026;24/11/2026;100`;
    for (const headings of ['Date du relevé;Date opération', 'Date valeur;Payment date']) {
      const shown = await preview(file(headings), undefined, 'x');
      expect(shown.reading?.days).toMatchObject([{ day: '2026-11-24' }]);
    }
    const shown = await preview(file('Date de commande;Date opération'), undefined, 'x');
    expect([shown.mapping.at, shown.reading]).toEqual([null, null]);
  });

  test('days that a spreadsheet has taken for months are named', async () => {
    const swapped = statement('1,2026-05-11 10:05,Successful,1', '2,24/11/2026 10:05,Successful,1');
    expect(problemsOf(await preview(swapped, undefined, 'x'))).toEqual([['at', 'swapped']]);
  });

  test('of the sheet with known headings, after a cover', async () => {
    const file = spreadsheet({
      Cover: [
        ['Account name', 'Festival'],
        ['Printed', 'today'],
      ],
      Statement: [
        ['Id', 'Date', 'Status', 'Amount'],
        [1, '24/11/2026 10:00:00', 'Successful', 1_500],
      ],
    });
    expect(sumOf(await preview(file))).toEqual([1_500, 0]);
  });

  test('of a spreadsheet, with numbers and dates as it stores them', async () => {
    const at = new Date(Date.UTC(2026, 10, 24, 10, 5));
    const file = spreadsheet({
      Statement: [
        ['Account statement'],
        ['Id', 'Date', 'Status', 'Amount', 'Fee'],
        [13_461_537_629, at, 'Successful', 1_500, 12.345],
        [13_461_537_630, at, 'Failed', 700, null],
        ['Total', null, null, 2_200, null],
      ],
    });
    const shown = await preview(file);
    expect([sumOf(shown), problemsOf(shown)]).toEqual([[1_500, 0], []]);
    expect(shown.reading?.days).toMatchObject([{ day: '2026-11-24', paid: { amount: 1_500 } }]);
    expect(shown.columns[0]?.samples).toEqual(['13461537629', '13461537630', 'Total']);
  });
});

describe('columns', () => {
  test('are found below title rows', async () => {
    const shown = await preview(
      [
        'Account statement;;;;',
        ';;;;',
        'From;24/11/2026;To;24/11/2026;',
        'Id;External id;Date;Status;Amount',
        '1001;3de3bca1-7152-4c89-abf3-8098618f26fb;24/11/2026 10:00:00;Successful;1 500',
      ].join('\n'),
    );
    expect(shown.headingsRow).toBe(4);
    expect([sumOf(shown), problemsOf(shown)]).toEqual([[1_500, 0], []]);
    expect(shown.passedOverCount).toBe(2);
  });

  test.each<[string, Partial<Record<keyof StatementMapping, string | null>>]>([
    [
      'Id,External id,Date,Status,Type,From / Fee,Currency,To / Fee,Currency,Amount,Currency,Balance',
      { reference: 'Id', payment: 'External id', at: 'Date', fee: 'From / Fee', amount: 'Amount' },
    ],
    [
      'Transaction ID,Date / Heure,AMOUNT (XAF),Transaction Status',
      {
        reference: 'Transaction ID',
        at: 'Date / Heure',
        amount: 'AMOUNT (XAF)',
        status: 'Transaction Status',
      },
    ],
    [
      'ID externe;Référence;Date et heure;Transaction Amount;Transaction Fee',
      {
        payment: 'ID externe',
        reference: 'Référence',
        amount: 'Transaction Amount',
        fee: 'Transaction Fee',
      },
    ],
    [
      'N° transaction;Date opération;Montant (F CFA);Frais (F CFA);État',
      {
        reference: 'N° transaction',
        at: 'Date opération',
        amount: 'Montant (F CFA)',
        fee: 'Frais (F CFA)',
        status: 'État',
      },
    ],
    [
      'Txn Id,Txn Date,Merchant Reference,Txn Amount',
      { reference: 'Txn Id', payment: 'Merchant Reference', at: 'Txn Date', amount: 'Txn Amount' },
    ],
    [
      'Réf.;Date valeur;Heure;Montant transaction;Commission;Solde après',
      { reference: 'Réf.', at: 'Date valeur', fee: 'Commission', amount: 'Montant transaction' },
    ],
    [
      'Payer phone,Payer name,Reference,Amount,Created at date',
      { reference: 'Reference', amount: 'Amount', at: 'Created at date' },
    ],
  ])('with the headings %j', async (headings, expected) => {
    const separator = headings.includes(';') ? ';' : ',';
    const cells = headings
      .split(separator)
      .map((heading) => (/fee|balance/i.test(heading) ? '' : '1'));
    const { mapping } = await preview(`${headings}\n${cells.join(separator)}`, undefined, 'x');
    expect(mapping).toMatchObject(expected);
  });

  test('the fee is the column that has values', async () => {
    const file = 'Id,Date,From / Fee,To / Fee,Amount\n1,2026-11-24 10:00,,97,9750';
    expect((await preview(file, undefined, 'x')).mapping.fee).toBe('To / Fee');
  });

  test('what was used last counts only where it fits this file', async () => {
    const first = statementMapping({ status: 'Status', paidWords: ['Successful'] });
    await app.db.insert(statementMappings).values({ provider: 'remembered', mapping: first });
    const file =
      'Id,External id,Date,Status,Amount,Fee\n2,3de3bca1-7152-4c89-abf3-8098618f26fb,24/11/2026 10:00,Completed,100,1';
    const shown = await preview(file, undefined, 'remembered');
    expect(shown.mapping).toMatchObject({
      payment: 'External id',
      fee: 'Fee',
      sides: [],
      paidWords: ['Completed'],
      dateOrder: 'dmy',
    });
    expect(shown.remembered).toEqual(['reference', 'amount', 'at', 'status']);
    expect(problemsOf(shown)).toEqual([]);
  });

  test.each<[string, Partial<StatementMapping>, string, number | null]>([
    ['its amounts', { amount: 'Net' }, 'Id;Date;Net;Amount\n1;D;1470;1500', 1_500],
    [
      'its two columns of amounts',
      { amount: 'Amount' },
      'Id;Date;Amount;Debit;Credit\n1;D;1500;;1500\n2;D;9000;9000;',
      1_500,
    ],
    [
      'its status',
      { status: 'Status', paidWords: ['Active'] },
      'Id;Date;Amount;Status;Payment status\n1;D;1500;Active;Completed\n2;D;9000;Active;Refunded',
      null,
    ],
    [
      'its words',
      { status: 'Status', paidWords: ['Pending'] },
      'Id;Date;Amount;Status\n1;D;1500;Successful\n2;D;9000;Pending',
      1_500,
    ],
  ])('a file with other columns says itself what are %s', async (_what, last, file, sum) => {
    const provider = `last ${crypto.randomUUID()}`;
    await app.db.insert(statementMappings).values({ provider, mapping: statementMapping(last) });
    const shown = await preview(file.replaceAll(';D;', `;${DAY};`), undefined, provider);
    if (sum === null) expect(problemsOf(shown)).not.toEqual([]);
    else expect([sumOf(shown)[0], problemsOf(shown)]).toEqual([sum, []]);
  });

  test('what an earlier release remembered is understood', async () => {
    const mapping = {
      reference: 'Id',
      payment: null,
      amount: 'Sum',
      at: 'Date',
      fee: null,
      status: null,
      paidWord: 'x',
      dateOrder: 'ymd',
      decimalMark: '.',
    };
    await app.db
      .insert(statementMappings)
      .values({ provider: 'earlier', mapping: mapping as unknown as StatementMapping });
    const shown = await preview('Id,Date,Sum\n1,2026-11-24 10:00,12.000', undefined, 'earlier');
    expect([shown.mapping.amount, sumOf(shown)]).toEqual(['Sum', [12_000, 0]]);
  });
});

describe('damage is named, and one bad line hides no other', () => {
  test.each(['1,34615E+10', '1.34615E+10', '1E+10'])('the shortened reference %s', async (id) => {
    const lines = [
      `${id};;24/11/2026 10:00;Successful;1500`,
      `${id};;24/11/2026 10:01;Successful;2500`,
    ];
    const file = ['Id;External id;Date;Status;Amount', ...lines].join('\n');
    expect(problemsOf(await preview(file))).toEqual([['reference', 'shortened', 2, 3]]);
    const withOurs = file.replaceAll(';;', `;3de3bca1-7152-4c89-abf3-8098618f26fb;`);
    expect(problemsOf(await preview(withOurs.split('\n').slice(0, 2).join('\n')))).toEqual([]);
  });

  test('all problems of all lines, broken quotation marks among them', async () => {
    const file = statement(
      '1,24/11/2026 10:00,Successful,"1500',
      '2,yesterday,Successful,100',
      '3,24/11/2026 10:00,Successful,free',
      '3,24/11/2026 10:00,Successful,100',
      '3,24/11/2026 10:00,Successful,-100',
    );
    expect(problemsOf(await preview(file))).toEqual([
      ['file', 'broken-quotes', 2],
      ['at', 'not-a-date', 3],
      ['amount', 'not-an-amount', 4],
      ['reference', 'doubled', 5],
    ]);
  });

  test('lines with money are no totals and no remarks', async () => {
    const file = statement(
      '1,24/11/2026 10:00,Successful,100',
      '"2,24/11/2026 10:01,Successful,2500"',
      'Total Energies,24/11/2026 at ten,Successful,2500',
      '2500,,,',
    );
    expect(problemsOf(await preview(file))?.map(([, problem]) => problem)).toEqual([
      'broken-quotes',
      'not-a-date',
    ]);
  });

  test('headings again, totals and remarks are passed over', async () => {
    const shown = await preview(
      statement(
        '1,24/11/2026 10:00,Successful,100',
        'Id,Date,Status,Amount',
        '2,24/11/2026 10:00,Successful,100',
        'Total,,,200',
        ',,,',
        'Nombre de transactions : 2,,,',
        'Document généré le 25 novembre,,,',
      ),
    );
    expect([sumOf(shown), problemsOf(shown)]).toEqual([[200, 0], []]);
    expect(shown.passedOver.map(({ row }) => row)).toEqual([3, 5, 7, 8]);
  });
});

describe('a PDF', () => {
  const pdf = async (write: (document: PDFKit.PDFDocument) => void, options = {}) => {
    const document = new PDFDocument({ size: 'A4', layout: 'landscape', margin: 30, ...options });
    const chunks: Buffer[] = [];
    document.on('data', (chunk) => chunks.push(chunk));
    const ended = once(document, 'end');
    write(document.fontSize(9));
    document.end();
    await ended;
    return Buffer.concat(chunks);
  };
  const AT = [30, 110, 300, 420, 500, 600];
  const line = (document: PDFKit.PDFDocument, y: number, cells: string[]) => {
    for (const [at, cell] of cells.entries()) {
      document.text(cell, AT[at] ?? 0, y, { lineBreak: false });
    }
  };

  test('with a table over two pages is read like any other', async () => {
    const file = await pdf((document) => {
      line(document, 30, ['MTN Mobile Money', 'From 24/11/2026', 'To 24/11/2026 at midnight']);
      for (const page of [0, 1]) {
        if (page > 0) document.addPage();
        line(document, 80, ['Id', 'External id', 'Date', 'Status', 'Fee', 'Amount']);
        for (let row = 0; row < 20; row++) {
          const id = String(13_461_537_629 + 100 * page + row);
          const status = row === 0 ? 'Failed' : 'Successful';
          line(document, 100 + 16 * row, [id, '', '2026-11-24 10:00:00', status, '15', '1 500']);
        }
      }
      line(document, 450, ['Total', '', '', '', '', '60 000']);
    });
    const shown = await preview(file, undefined, 'x');
    expect(shown).toMatchObject({ encoding: 'pdf', lines: 40, headingsRow: 2 });
    expect([sumOf(shown), problemsOf(shown)]).toEqual([[57_000, 0], []]);
    expect(shown.passedOver.map(({ why }) => why)).toEqual(['above', 'headings-again', 'total']);
  });

  test('never joins figures of two lines, and keeps wide amounts in their column', async () => {
    const file = await pdf((document) => {
      const right = (y: number, cells: string[]) => {
        for (const [at, cell] of cells.entries()) {
          const width = at < 3 ? 0 : document.widthOfString(cell);
          document.text(cell, (AT[at] ?? 0) - width, y, { lineBreak: false });
        }
      };
      right(80, ['Date', 'Id', 'Motif', 'Debit', 'Credit']);
      for (const at of [0, 1, 2])
        right(100 + 16 * at, ['24/11/2026 10:05', `A${at}`, 'Vote', '0', '1500']);
      right(160, ['24/11/2026 10:06', 'A3', '', '', '1 500 000']);
      right(176, ['24/11/2026 10:07', 'A4', 'Un long', '', '500']);
      right(192, ['', '', 'motif', '', '']);
      right(208, ['', 'Total', '', '', '1 505 000']);
    });
    const shown = await preview(file, undefined, 'x');
    expect([sumOf(shown), problemsOf(shown)]).toEqual([[1_505_000, 0], []]);
    expect(shown.passedOver.map(({ why }) => why)).toEqual(['total']);
  });

  test.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['without text', () => pdf((document) => document.rect(0, 0, 9, 9).fill()), 'import-pdf'],
    [
      'of prose',
      () => pdf((document) => document.text('Dear customer,\nthank you.')),
      'import-pdf',
    ],
    ['that is cut off', () => Buffer.from('%PDF-1.7\n1 0 obj'), 'import-pdf'],
    [
      'with a password',
      () => pdf((document) => document.text('x'), { userPassword: 'secret' }),
      'import-password',
    ],
  ])('%s is refused in plain words', async (_name, make, code) => {
    const { body } = await send('/preview', {}, await make()).expect(400);
    expect(body.code).toBe(code);
  });
});

test('the sum of the file is shown beside ours', async () => {
  const day = '2026-11-24';
  const at = new Date(`${day}T12:00:00+01:00`);
  const { paymentId, amount } = await enterOurs(app, nominations, { provider: 'mtn-momo', at });
  const file = `Id,External id,Date,Status,Amount\n1,${paymentId},${day} 12:00,Successful,${amount}\n2,,${day} 13:00,Successful,700`;
  const { reading } = await preview(file);
  expect(reading?.days).toEqual([
    { day, paid: { lines: 2, amount: amount + 700 }, ours: { lines: 1, amount } },
  ]);
});
