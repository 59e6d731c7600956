import type { Receipt, ReceiptList } from '#shared/contracts/receipts';
import { haveVotedFor, LONG_NAMES } from '../own-votes';
import { answer, heading, hold, lastOf, toastIn, UNKNOWN_ID, type Visit } from '../visit';
import type { ScreenState } from './screen-state';

const receiptsTitle = ({ texts }: Visit) => texts.receipts.pageTitle;

async function search({ page, texts }: Visit, email: string): Promise<void> {
  await page.goto('/my-receipts');
  await page.getByLabel(texts.receipts.search.email).fill(email);
  await page.getByRole('button', { name: texts.receipts.search.submit }).click();
}

const REFUNDED_AT = '2025-11-29T14:05:00.000Z';
const RETURNED = { refundedAt: null, partlyRefunded: null };

/** One that counts, one that was partly refunded, and one that was refunded. */
const RECEIPTS: ReceiptList['receipts'] = [
  { receiptCode: '7KQ2M9X0W1', ...RETURNED },
  {
    receiptCode: '8ZT4N1B6V2',
    ...RETURNED,
    partlyRefunded: { amountMinor: 500, currency: 'XAF' as const },
  },
  { receiptCode: '3HD5C0J7R8', ...RETURNED, refundedAt: REFUNDED_AT },
].map((one) => ({
  ...one,
  edition: { year: '2025', name: 'Festival Awards', nameFr: null },
  createdAt: '2025-11-28T19:30:00.000Z',
  provider: 'campay',
  totalVotes: 12,
  amount: 1_200,
  currency: 'XAF',
  artist: { name: 'Marie-Christine Ngo Nyobe', photoUrl: null },
}));

export const receiptStates: ScreenState[] = [
  {
    name: 'my receipts',
    title: receiptsTitle,
    async show({ page, texts }) {
      await page.goto('/my-receipts');
      return page.getByLabel(texts.receipts.search.phone);
    },
  },
  {
    name: 'my receipts of this device',
    title: receiptsTitle,
    async show(visit) {
      const { page, texts, demo } = visit;
      const others = LONG_NAMES.map((name, index) => ({ ...demo.artist, id: `${index}`, name }));
      await haveVotedFor(page, [demo.artist, ...others]);
      await page.goto('/my-receipts');
      return heading(visit, texts.receipts.device.heading);
    },
  },
  {
    name: 'my receipts by phone',
    title: receiptsTitle,
    async show({ page, texts }) {
      await page.goto('/my-receipts');
      // As voters do: the note below the field may then move what follows.
      await page.getByLabel(texts.receipts.search.phone).pressSequentially('+237 6 77 12 34 56');
      return page.getByRole('textbox', { name: texts.receipts.search.email, disabled: true });
    },
  },
  {
    name: 'my receipts without input',
    keepsLanguage: true,
    title: receiptsTitle,
    async show({ page, texts }) {
      await page.goto('/my-receipts');
      await page.getByRole('button', { name: texts.receipts.search.submit }).click();
      return toastIn(page, texts.receipts.inputRequired.title);
    },
  },
  {
    name: 'my receipts, asking for the e-mail again',
    title: receiptsTitle,
    async show({ page, texts }) {
      const { again } = texts.receipts;
      await page.goto('/my-receipts');
      await page.getByText(again.heading).click();
      await page.getByRole('button', { name: again.submit }).click();
      return page.getByText(again.failed.unknownCode);
    },
  },
  {
    name: 'my receipts searching',
    title: receiptsTitle,
    async show(visit) {
      await hold(visit.page, '**/api/receipts/lookup');
      await search(visit, visit.demo.email);
      return visit.page.getByRole('button', { name: visit.texts.receipts.search.submit });
    },
  },
  {
    name: 'my receipts found',
    title: receiptsTitle,
    async show(visit) {
      await search(visit, visit.demo.email);
      return visit.page.getByText(`#${lastOf(visit.demo.paidPayments).receiptCode}`).first();
    },
  },
  {
    name: 'my receipts with refunds',
    title: receiptsTitle,
    async show(visit) {
      await answer(visit.page, '**/api/receipts/lookup', { receipts: RECEIPTS });
      await search(visit, visit.demo.email);
      return visit.page.getByText('#3HD5C0J7R8').first();
    },
  },
  {
    name: 'my receipts refunded opened',
    title: receiptsTitle,
    async show(visit) {
      const { page, texts } = visit;
      const refunded: Receipt = {
        edition: { year: '2025', name: 'Festival Awards', nameFr: null },
        payment: {
          totalVotes: 12,
          receiptCode: '3HD5C0J7R8',
          isErased: false,
          entry: null,
          takenBackEntry: null,
          ...RETURNED,
          refundedAt: REFUNDED_AT,
        },
        artist: { id: visit.demo.artist.id, name: visit.demo.artist.name, photoUrl: null },
        votesByCategory: [],
      };
      await answer(page, '**/api/payment/receipt/*', refunded);
      await page.goto('/my-receipts?code=3HD5C0J7R8');
      return page.getByRole('dialog').getByText(texts.receipts.refunded.meaning);
    },
  },
  {
    name: 'my receipts of an earlier edition opened',
    title: receiptsTitle,
    async show(visit) {
      const { page } = visit;
      const line = { categoryId: UNKNOWN_ID, categoryNameFr: null, voteCount: 6 };
      const earlier: Receipt = {
        edition: { year: '2024', name: 'Festival Awards', nameFr: null },
        payment: {
          totalVotes: 12,
          receiptCode: '3HD5C0J7R8',
          isErased: true,
          entry: null,
          takenBackEntry: null,
          ...RETURNED,
        },
        artist: { id: visit.demo.artist.id, name: visit.demo.artist.name, photoUrl: null },
        votesByCategory: ['Best Rumba or Ndombolo', 'Best Album'].map((categoryName, index) => ({
          ...line,
          nominationId: `${index}`,
          categoryName,
          resultsPath: `/editions/2024/${UNKNOWN_ID}`,
        })),
      };
      await answer(page, '**/api/payment/receipt/*', earlier);
      await page.goto('/my-receipts?code=3HD5C0J7R8');
      return page.getByRole('link', { name: 'Best Album' });
    },
  },
  {
    name: 'my receipts none found',
    keepsLanguage: true,
    title: receiptsTitle,
    async show(visit) {
      await search(visit, 'nobody@example.com');
      return heading(visit, visit.texts.receipts.none.title);
    },
  },
  {
    name: 'my receipts error',
    keepsLanguage: true,
    title: receiptsTitle,
    async show(visit) {
      await answer(visit.page, '**/api/receipts/lookup', {}, 500);
      await search(visit, visit.demo.email);
      return toastIn(visit.page, visit.texts.receipts.error.title);
    },
  },
  {
    name: 'my receipts opening',
    title: receiptsTitle,
    async show({ page, texts, demo }) {
      await hold(page, '**/api/payment/receipt/*');
      await page.goto(`/my-receipts?code=${demo.paidPayments[0]?.receiptCode}`);
      return page.getByText(texts.receipts.loading);
    },
  },
  {
    name: 'my receipts not opened',
    keepsLanguage: true,
    title: receiptsTitle,
    async show({ page, texts }) {
      await page.goto('/my-receipts?code=NOBODYSOWN');
      return toastIn(page, texts.receipts.error.title);
    },
  },
  {
    name: 'my receipts opened',
    title: receiptsTitle,
    async show({ page, texts, demo }) {
      await page.goto(`/my-receipts?code=${demo.paidPayments[0]?.receiptCode}`);
      return page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
    },
  },
];
