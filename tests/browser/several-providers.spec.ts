import { type Browser, expect, type Page } from '@playwright/test';
import type { VoterTracking } from '#shared/contracts/admin-payments';
import type { Books } from '#shared/contracts/books';
import type { SavedSettings } from '#shared/contracts/event-settings';
import { LANGUAGES, type Language } from '#shared/domain/localized';
import type { Routing } from '#shared/domain/provider-routes';
import { SAME_ORIGIN, signIn } from './support/administrator';
import { startOwnDemo } from './support/own-demo';
import { test } from './support/test';
import { textsOf } from './support/texts';
import { answerPrompt, chooseAnArtist, freshNumber, newContext, PHONE } from './support/voter';

/** One demo for all tests of this file: they change which provider takes payments. */
let demo: Awaited<ReturnType<typeof startOwnDemo>>;
test.beforeAll(async () => {
  demo = await startOwnDemo();
});
test.afterAll(() => demo?.stop());
test.describe.configure({ mode: 'serial' });

async function aVoter(browser: Browser, language: Language) {
  const context = await newContext(browser, { language }, demo.url);
  const page = await context.newPage();
  await page.setViewportSize(PHONE);
  return { page, texts: textsOf(language), close: () => context.close() };
}

const setMood = (provider: string, mood: 'well' | 'down') =>
  fetch(`${demo.url}/sandbox/providers/${provider}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mood }),
  });

/** Name of the provider whose prompt is on the demo phone. */
async function providerAsking(number: string): Promise<string> {
  const read = async () => {
    const answer = await fetch(`${demo.url}/sandbox/phone/prompts?number=237${number}`);
    const { prompts }: { prompts: { provider: string }[] } = await answer.json();
    return prompts;
  };
  await expect.poll(async () => (await read()).length).toBe(1);
  return (await read())[0]!.provider;
}

/** Saves the order of the providers as an owner. */
async function order(owner: Page, routing: Routing): Promise<void> {
  const read = await owner.request.get('/api/admin/settings');
  const { settings, version }: SavedSettings = await read.json();
  const data = { settings: { ...settings, routing }, version };
  const saved = await owner.request.put('/api/admin/settings', { headers: SAME_ORIGIN, data });
  expect(saved.status(), await saved.text()).toBe(200);
}

const OWN_ORDER: Routing = {
  mtn: { order: null, fixed: null },
  orange: { order: null, fixed: null },
};

for (const language of LANGUAGES) {
  test(`Campay dies under an open checkout, and one press pays by Fapshi (${language})`, async ({
    browser,
  }) => {
    const voter = await aVoter(browser, language);
    const { page, texts } = voter;
    try {
      const number = freshNumber();
      await chooseAnArtist(voter);
      await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill(number);
      await setMood('Campay', 'down');
      const diedAt = Date.now();
      // Until then it is expected to respond, because it has just answered.
      await expect.poll(() => Date.now() - diedAt).toBeGreaterThan(2_500);
      await page.getByRole('button', { name: texts.checkout.mobileMoney.submit }).click();
      await expect(page.getByRole('heading', { name: texts.checkout.waiting.title })).toBeVisible();
      expect(await providerAsking(number)).toBe('fapshi');
      await answerPrompt(voter, number, 'approve');
      const receipt = page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
      await expect(receipt).toBeVisible();
    } finally {
      await setMood('Campay', 'well');
      await voter.close();
    }
  });

  test(`an owner turns a provider off, and an open checkout follows (${language})`, async ({
    browser,
  }) => {
    const voter = await aVoter(browser, language);
    const owner = await aVoter(browser, language);
    const { page, texts } = voter;
    try {
      await signIn(owner.page, '/admin');
      await order(owner.page, OWN_ORDER);
      const number = freshNumber();
      await chooseAnArtist(voter);
      await page.getByLabel(texts.checkout.mobileMoney.phone.label).fill(number);
      await order(owner.page, {
        ...OWN_ORDER,
        mtn: { order: ['mtn-momo', 'fapshi'], fixed: null },
      });
      await page.getByRole('button', { name: texts.checkout.mobileMoney.submit }).click();
      await expect(page.getByRole('heading', { name: texts.checkout.waiting.title })).toBeVisible();
      expect(await providerAsking(number)).toBe('mtn-momo');
      await answerPrompt(voter, number, 'approve');
      const receipt = page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
      await expect(receipt).toBeVisible();
    } finally {
      await order(owner.page, OWN_ORDER);
      await Promise.all([voter.close(), owner.close()]);
    }
  });
}

test('fr: a statement with debit and credit is compared on the evening itself', async ({
  browser,
}) => {
  const organiser = await aVoter(browser, 'fr');
  const { page, texts } = organiser;
  const { statement, ...books } = texts.books;
  try {
    await signIn(page, '/admin/books');
    const { today }: Books = await (await page.request.get('/api/admin/books')).json();
    const tracked: VoterTracking = await (await page.request.get('/api/voter-tracking')).json();
    const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Douala' });
    // The two payments of the tests above.
    const paid = tracked.recentPayments.filter(
      ({ providerName, completedAt }) =>
        providerName === 'mtn-momo' &&
        completedAt !== null &&
        dayOf.format(new Date(completedAt)) === today,
    );
    expect(paid.length).toBeGreaterThanOrEqual(2);
    const clock = new Intl.DateTimeFormat('fr-FR', {
      timeZone: 'Africa/Douala',
      timeStyle: 'medium',
    });
    const francs = (amount: number) => new Intl.NumberFormat('fr').format(amount);
    // Latin-1, the file's encoding, lacks the narrow space between thousands.
    const inFile = (amount: number) => francs(amount).replaceAll('\u202f', '\u00a0');
    const day = today.split('-').reverse().join('/');
    const lines = paid.map(({ id, amount, completedAt }, at) => [
      String(at + 1),
      day,
      clock.format(new Date(completedAt ?? 0)),
      `MP${at}`,
      id,
      'Succès',
      '',
      `${inFile(amount)} F CFA`,
    ]);
    const total = paid.reduce((sum, { amount }) => sum + amount, 0);
    const file = [
      ['Relevé de compte marchand'],
      ['Période du', day, 'au', day],
      ['N°', 'Date', 'Heure', 'Référence', 'Id externe', 'Statut', 'Débit', 'Crédit'],
      ['0', day, '00:00:01', 'MP-0', '', 'Échec', '', '1.500'],
      ...lines,
      ['Total', '', '', '', '', '', '', inFile(total)],
    ];
    await page.goto(`/admin/books?day=${today}`);
    const card = page.getByRole('listitem').filter({
      has: page.getByRole('heading', { level: 3, name: 'MTN MoMo', exact: true }),
    });
    await card.getByLabel(statement.choose).setInputFiles({
      name: 'releve.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(file.map((cells) => cells.join(';')).join('\r\n'), 'latin1'),
    });
    // French for "does not count" contains the French for "counts".
    const sums = card.getByRole('listitem');
    const beginning = (text: string) => new RegExp(`^${text.replace('{{sum}}', '')}`);
    const counted = sums.filter({ hasText: beginning(statement.counts) });
    await expect(counted).toContainText(francs(total));
    const others = sums.filter({ hasText: beginning(statement.countsNot) });
    await expect(others).toContainText('1');
    await expect(card.getByRole('checkbox', { checked: true })).toHaveCount(1);
    await card.getByRole('button', { name: books.compare }).click();
    await expect(card).toContainText(books.soFar.split('{{time}}')[0] ?? '');
    await expect(page.getByText(books.noneSoFar)).toBeVisible();
  } finally {
    await organiser.close();
  }
});
