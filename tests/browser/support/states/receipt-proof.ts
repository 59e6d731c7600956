import type { Receipt } from '#shared/contracts/receipts';
import { toBase64 } from '#shared/open-count/bytes';
import { commitmentTo, type EntryVotes, SALT_BYTES } from '#shared/open-count/entry';
import { toVkey } from '#shared/open-count/note';
import { SmallLog } from '#tests/support/small-log';
import { withAnyNumbers } from '../texts';
import { answer, UNKNOWN_ID, type Visit } from '../visit';
import type { ScreenState } from './screen-state';

const CODE = '3HD5C0J7R8';
const NOMINATION = '5f0c1d52-8a4e-4b1a-9a59-0d2f0c6f3b11';
const MINUTE = '2025-11-28T19:30Z';
const salt = new Uint8Array(SALT_BYTES).fill(7);

/** A receipt for twelve votes. */
const receiptIn = ({ demo: { artist } }: Visit, refundedAt: string | null): Receipt => ({
  edition: { year: '2025', name: 'Festival Awards', nameFr: null },
  payment: {
    totalVotes: 12,
    receiptCode: CODE,
    isErased: false,
    entry: null,
    takenBackEntry: null,
    refundedAt,
    partlyRefunded: null,
  },
  artist: { id: artist.id, name: artist.name, photoUrl: null },
  votesByCategory: [
    {
      nominationId: NOMINATION,
      categoryId: UNKNOWN_ID,
      categoryName: 'Best Song',
      categoryNameFr: 'Meilleure chanson',
      voteCount: 12,
    },
  ],
});

/** A log with an entry that counts these votes for the receipt, and one that withdraws it. */
async function proofIn({ demo: { artist } }: Visit, votes: EntryVotes, isTakenBack: boolean) {
  const log = new SmallLog();
  const base = { v: 1, minute: MINUTE } as const;
  const named = log.add({
    ...base,
    kind: 'nomination',
    nomination: NOMINATION,
    artistId: artist.id,
    artist: artist.name,
    categoryId: NOMINATION,
    category: 'Best Song',
    categoryFr: 'Meilleure chanson',
  });
  const counted = log.add({
    ...base,
    kind: 'count',
    method: 'mobile-money',
    currency: 'XAF',
    amount: 1_200,
    commitment: commitmentTo(salt, CODE),
    votes,
  });
  const takenBack = isTakenBack ? log.add({ ...base, kind: 'take-back', entry: counted }) : null;
  return {
    keys: `${toVkey(log.key)}\n`,
    proof: {
      counted: await log.proof(counted, { receiptSalt: toBase64(salt) }),
      takenBack: takenBack === null ? null : await log.proof(takenBack),
      nominations: [await log.proof(named)],
    },
  };
}

const PROOF_API = '**/api/payment/receipt/*/proof';

/** @param votes in the entry */
async function showReceipt(visit: Visit, votes: number, refundedAt: string | null = null) {
  const { page } = visit;
  const { keys, proof } = await proofIn(visit, { [NOMINATION]: votes }, refundedAt !== null);
  await answer(page, '**/api/payment/receipt/*', receiptIn(visit, refundedAt));
  await answer(page, PROOF_API, proof);
  await page.route('**/count/key', (route) =>
    route.fulfill({ contentType: 'text/plain', body: keys }),
  );
  await page.goto(`/my-receipts?code=${CODE}`);
}

const title = ({ texts }: Visit) => texts.receipts.pageTitle;

export const receiptProofStates: ScreenState[] = [
  {
    name: 'receipt being entered',
    title,
    async show({ page, texts, demo }) {
      await answer(page, PROOF_API, { counted: null, takenBack: null, nominations: [] });
      await page.goto(`/my-receipts?code=${demo.paidPayments[0]?.receiptCode}`);
      return page.getByText(texts.receipts.proof.waiting);
    },
  },
  {
    name: 'receipt counted',
    title,
    async show({ page, texts, demo }) {
      await page.goto(`/my-receipts?code=${demo.paidPayments[0]?.receiptCode}`);
      return page.getByRole('button', { name: withAnyNumbers(texts.receipts.proof.counted) });
    },
  },
  {
    name: 'receipt counted and explained',
    title,
    async show(visit) {
      const { page, texts } = visit;
      await showReceipt(visit, 12);
      await page
        .getByRole('button', { name: withAnyNumbers(texts.receipts.proof.counted) })
        .click();
      return page.getByRole('button', { name: withAnyNumbers(texts.receipts.proof.save) });
    },
  },
  {
    name: 'receipt withdrawn',
    title,
    async show(visit) {
      await showReceipt(visit, 12, '2025-11-29T14:05:00.000Z');
      const { 'taken-back': takenBack } = visit.texts.receipts.proof;
      return visit.page.getByRole('button', { name: withAnyNumbers(takenBack) });
    },
  },
  {
    name: 'receipt that does not match',
    title,
    async show(visit) {
      await showReceipt(visit, 11);
      return visit.page.getByText(visit.texts.receipts.proof.difference['other-votes']);
    },
  },
  {
    name: 'receipt not checked',
    title,
    async show({ page, texts, demo }) {
      await page.route(PROOF_API, (route) => route.abort());
      await page.goto(`/my-receipts?code=${demo.paidPayments[0]?.receiptCode}`);
      return page.getByText(texts.receipts.proof.unreachable);
    },
  },
];
