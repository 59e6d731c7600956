import { expect, test } from 'vitest';
import { describeTexts } from '#tests/support/texts';
import { composeNotice, composeReceiptEmail } from './compose';
import type { ReceiptFacts, RefundFacts } from './facts';
import { texts } from './texts';
import { refundWords } from './words';

const SITE = {
  publicUrl: 'https://vote.example',
  event: {
    name: 'Festival Awards',
    nameFr: null,
    year: '2025',
    timezone: 'Africa/Douala',
    contact: { email: null, phone: null, whatsapp: null },
    organiser: { en: null, fr: null },
    refunds: { en: null, fr: null },
  },
  isTest: false,
};

const facts = (changes: Partial<ReceiptFacts> = {}): ReceiptFacts => ({
  edition: { year: '2025', name: 'Festival Awards', nameFr: null },
  payment: {
    totalVotes: 1_204,
    receiptCode: '01KXABCDE9',
    isErased: false,
    entry: 18_203,
    takenBackEntry: null,
    refundedAt: null,
    partlyRefunded: null,
  },
  artist: { id: 'a', name: 'Manu Dibango', photoUrl: '/uploads/manu.webp' },
  votesByCategory: [
    {
      nominationId: 'n1',
      categoryId: 'c-n1',
      categoryName: 'Best Song',
      categoryNameFr: 'Meilleure chanson',
      voteCount: 1_203,
    },
    {
      nominationId: 'n2',
      categoryId: 'c-n2',
      categoryName: 'Live',
      categoryNameFr: null,
      voteCount: 1,
    },
  ],
  money: { amountMinor: 120_400, currency: 'XAF' },
  method: 'mobile-money',
  completedAt: new Date('2025-11-28T23:14:00Z'),
  language: 'en',
  ...changes,
});

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describeTexts('the mail', texts);

test('the English text contains all of the receipt', () => {
  const { subject, text } = composeReceiptEmail(facts(), SITE);
  expect(plain(subject)).toBe('Receipt #01KXABCDE9: 1,204 votes for Manu Dibango');
  expect(plain(text)).toBe(`Festival Awards 2025

Your votes are counted
Thank you for voting. This is your receipt.

You voted for: Manu Dibango
1,204 votes

Votes by category:
- Best Song: 1,203 votes
- Live: 1 vote

Amount: 120,400 CFA
Paid by: Mobile Money
Date: November 29, 2025 at 12:14 AM GMT+1
Receipt code: #01KXABCDE9

Counted, entry 18,204 of the open count
https://vote.example/count?edition=2025

View or share your receipt:
https://vote.example/my-receipts?code=01KXABCDE9

${texts.en.keep}

${texts.en.why}`);
});

test('where the money is not real, it says so in both languages', () => {
  for (const language of ['en', 'fr'] as const) {
    const { text, html } = composeReceiptEmail(facts({ language }), { ...SITE, isTest: true });
    expect(text).toContain(texts[language].onlyATest);
    expect(html).toContain(texts[language].onlyATest.replaceAll("'", '&#39;'));
    expect(text).not.toContain(texts[language].lead);
  }
});

test('the French text contains all of the receipt', () => {
  const french = facts({
    language: 'fr',
    money: { amountMinor: 1_250, currency: 'USD' },
    method: 'card',
  });
  const { subject, text } = composeReceiptEmail(french, SITE);
  expect(subject).toBe('Reçu #01KXABCDE9\u00a0: 1\u202f204\u00a0votes pour Manu Dibango');
  expect(plain(text)).toBe(
    plain(`Festival Awards 2025

Vos votes sont comptés
Merci d’avoir voté. Voici votre reçu.

Vous avez voté pour : Manu Dibango
1 204 votes

Votes par catégorie :
- Meilleure chanson : 1 203 votes
- Live : 1 vote

Montant : 12,50 $
Payé par : Carte bancaire
Date : 29 novembre 2025 à 00:14 UTC+1
Code du reçu : #01KXABCDE9

Compté, entrée 18 204 du décompte public
https://vote.example/count?edition=2025

Voir ou partager votre reçu :
https://vote.example/my-receipts?code=01KXABCDE9

${texts.fr.keep}

${texts.fr.why}`),
  );
  expect(text).not.toMatch(/[^\s\u202f\u00a0][?!;](?!\w)| [?!;:»]|« |'/);
});

test.each(['en', 'fr'] as const)(
  'votes without an entry yet are described as being entered (%s)',
  (language) => {
    const { payment } = facts();
    const waiting = facts({ language, payment: { ...payment, entry: null } });
    const { text, html } = composeReceiptEmail(waiting, SITE);
    for (const body of [text, html]) {
      expect(body).toContain(texts[language].entering);
      expect(body).toContain(`https://vote.example/count?edition=${SITE.event.year}`);
      expect(body).not.toMatch(/entry \d|entrée \d/);
    }
  },
);

test('a receipt for a single vote uses the singular', () => {
  const singleVote = facts({
    payment: {
      totalVotes: 1,
      receiptCode: '01KXABCDE9',
      isErased: false,
      entry: 18_203,
      takenBackEntry: null,
      refundedAt: null,
      partlyRefunded: null,
    },
  });
  const { subject, text } = composeReceiptEmail(singleVote, SITE);
  expect(subject).toContain(': 1\u00a0vote for');
  expect(text).toContain('Your vote is counted');
});

test.each(['en', 'fr'] as const)('the HTML has the same content (%s)', (language) => {
  const { html, text } = composeReceiptEmail(facts({ language }), SITE);
  expect(html).toContain(`<html lang="${language}">`);
  expect(html).toContain('href="https://vote.example/my-receipts?code=01KXABCDE9"');
  const [before = ''] = text.split(`${texts[language].viewAt}\n`);
  const lines = before
    .split('\n')
    .flatMap((line) => line.replace(/^- /, '').split(/\u00a0?:(?: |$)/));
  for (const words of [...lines, texts[language].keep, texts[language].why]) {
    expect(html).toContain(words);
  }
});

test('the HTML loads nothing and runs nothing', () => {
  const { html } = composeReceiptEmail(facts(), SITE);
  expect(html).not.toMatch(/<(script|img|link|style|iframe|object)|url\(|@import| on\w+=/i);
});

const HOSTILE =
  '"><script>alert(1)</script>\r\nBcc: all@example.com\u2028<img src=x onerror=x>\u202E';

test('names are treated as text everywhere', () => {
  const { html, text, subject } = composeReceiptEmail(
    facts({
      artist: { id: 'a', name: HOSTILE, photoUrl: null },
      votesByCategory: [
        {
          nominationId: 'n1',
          categoryId: 'c-n1',
          categoryName: HOSTILE,
          categoryNameFr: HOSTILE,
          voteCount: 1,
        },
      ],
    }),
    { ...SITE, event: { ...SITE.event, name: HOSTILE } },
  );
  expect(html).not.toMatch(/<script|<img/);
  expect(html).toContain(
    '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; Bcc: all@example.com &lt;img',
  );
  for (const words of [subject, text, html]) expect(words).not.toMatch(/[\r\u2028\u202e]/);
  expect(subject).not.toContain('\n');
  expect(text.split('\n').some((line) => line.startsWith('Bcc:'))).toBe(false);
});

test('a name that looks like a placeholder is not replaced, and a long one is shortened in the subject', () => {
  const called = (name: string) => facts({ artist: { id: 'a', name, photoUrl: null } });
  expect(composeReceiptEmail(called('{code}'), SITE).subject).toMatch(/for \{code\}$/);
  const { subject } = composeReceiptEmail(called('👩‍🎤'.repeat(200)), SITE);
  expect(subject.endsWith(`for ${'👩‍🎤'.repeat(59)}…`)).toBe(true);
});

test('it names the contact if the organiser has set one', () => {
  expect(composeReceiptEmail(facts(), SITE).text).not.toContain('Questions');
  const contact = { email: 'help@vote.example', phone: null, whatsapp: '+237 6 77 00 00 00' };
  const site = { ...SITE, event: { ...SITE.event, nameFr: 'Prix du Festival', contact } };
  const { text } = composeReceiptEmail(facts(), site);
  expect(text).toContain('Questions? help@vote.example, WhatsApp +237 6 77 00 00 00');
  const french = composeReceiptEmail(facts({ language: 'fr' }), site);
  expect(french.sender).toBe('Prix du Festival');
  expect(plain(french.text)).toContain('Des questions ? help@vote.example');
});

test('it names the organiser and the refund terms, in the voter’s language', () => {
  const organiser = { en: 'The Festival Society.', fr: 'La Société du festival.' };
  const refunds = { en: 'Votes are not refunded.', fr: null };
  const site = { ...SITE, event: { ...SITE.event, organiser, refunds } };
  const { text, html } = composeReceiptEmail(facts(), site);
  for (const organiserText of [organiser.en, refunds.en]) {
    expect(text).toContain(organiserText);
    expect(html).toContain(organiserText);
  }
  const french = composeReceiptEmail(facts({ language: 'fr' }), site).text;
  expect(french).toContain(organiser.fr);
  expect(french).not.toContain(refunds.en);
});

const refund = (changes: Partial<RefundFacts> = {}, site = SITE) =>
  composeNotice(
    refundWords(
      {
        receiptCode: '01KXABCDE9',
        money: { amountMinor: 1_200, currency: 'XAF' },
        method: 'mobile-money',
        reason: 'refunded',
        refundedAt: new Date('2025-11-30T10:05:00Z'),
        reference: 'OM-77',
        entries: { counted: 11, takenBack: 1_233 },
        language: 'en',
        ...changes,
      },
      site,
    ),
  );

test('a refund mail names the amount, the time and the method, and says that the votes do not count', () => {
  const { subject, text } = refund();
  expect(plain(subject)).toBe('Refunded: 1,200 CFA for your votes');
  expect(plain(text)).toBe(`Festival Awards 2025

Your payment was refunded
${texts.en['refund.refunded']}

Amount: 1,200 CFA
Refunded on: November 30, 2025 at 11:05 AM GMT+1
Reference of the transfer: OM-77
Receipt code: #01KXABCDE9

Payment status: https://vote.example/my-receipts?code=01KXABCDE9

Counted as entry 12 of the open count, withdrawn by entry 1,234: https://vote.example/count?edition=2025

${texts.en.why}`);
});

test('a refund mail contains only what applies: to a card, a dispute, votes that never counted', () => {
  const card = refund({ method: 'card', reason: 'disputed', reference: null, language: 'fr' });
  expect(card.text).toContain(texts.fr['refund.disputed']);
  expect(card.text).toContain(texts.fr['refund.banks']);
  expect(card.text).not.toContain(texts.fr['refund.reference']);
  expect(card.html).toContain('<html lang="fr">');
  const uncounted = refund({ receiptCode: null }).text;
  expect(uncounted).toContain(texts.en['refund.uncounted']);
  expect(uncounted).not.toContain(texts.en.code);
  expect(refund({}, { ...SITE, isTest: true }).text).toContain(texts.en.onlyATest);
  const hostile = refund({ reference: HOSTILE });
  expect(hostile.html).not.toMatch(/<script|<img/);
  expect(hostile.text.split('\n').some((line) => line.startsWith('Bcc:'))).toBe(false);
});
