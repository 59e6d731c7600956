import { readFile } from 'node:fs/promises';
import { type Download, expect, type Locator, type Page } from '@playwright/test';
import type { ReceiptProof } from '#shared/contracts/open-count';
import type { Receipt } from '#shared/contracts/receipts';
import { bytesOf } from '#shared/open-count/bytes';
import { openCheckpoint } from '#shared/open-count/checkpoint';
import { isIncluded, leafHash } from '#shared/open-count/merkle';
import { parseVkey } from '#shared/open-count/note';
import { parseProof, proofExtra, toProof } from '#shared/open-count/proof';
import { pay } from './support/demo';
import { flowLanguages } from './support/flows';
import { expectNoSidewaysScroll } from './support/layout';
import { test } from './support/test';
import { withAnyNumbers } from './support/texts';
import type { Visit } from './support/visit';
import {
  answerPrompt,
  chooseAnArtist,
  freshNumber,
  PHONE,
  payByMobileMoney,
} from './support/voter';

const receiptOf = ({ page, texts }: Visit) =>
  page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });

const countedIn = (receipt: Locator, { texts }: Visit) =>
  receipt.getByRole('button', { name: withAnyNumbers(texts.receipts.proof.counted) });

async function textOf(download: Promise<Download>): Promise<string> {
  const saved = await download;
  return readFile(await saved.path(), 'utf8');
}

/** Reads the file as a third-party program does, with nothing but the log's key. */
async function expectProof(page: Page, file: string): Promise<void> {
  const keys = (await (await page.request.get('/count/key')).text()).trim().split('\n');
  const { extra, index, path, checkpoint } = parseProof(file);
  const { size, root } = await openCheckpoint(checkpoint, keys.map(parseVkey));
  const { entry } = proofExtra.parse(JSON.parse(extra ?? ''));
  const leaf = leafHash(bytesOf(entry));
  expect(isIncluded({ index, leaf, size, root, proof: path })).toBe(true);
}

for (const language of flowLanguages('en')) {
  test.describe(`the proof on a receipt, in ${language}`, () => {
    test('is shown automatically after a payment, verified, and can be saved as a file', async ({
      visitor,
    }) => {
      const visit = await visitor({ language, ...PHONE });
      const { page, texts } = visit;
      const { proof } = texts.receipts;
      const number = freshNumber();
      await chooseAnArtist(visit);
      await payByMobileMoney(visit, number);
      await answerPrompt(visit, number, 'approve');

      const receipt = receiptOf(visit);
      const counted = countedIn(receipt, visit);
      await expect(counted).toBeVisible();
      await expect(counted).toBeInViewport();
      const card = receipt.getByRole('article');
      await expect(card.getByText(withAnyNumbers(texts.receipts.card.entry))).toBeVisible();
      await counted.click();
      await expect(receipt.getByText(withAnyNumbers(proof.explained))).toBeVisible();
      const recount = receipt.getByRole('link', { name: proof.recount });
      await expect(recount).toHaveAttribute('href', /^\/count\?edition=\d{4}$/);
      await expect(recount).toBeInViewport();
      await expectNoSidewaysScroll(page);

      const download = page.waitForEvent('download');
      await receipt.getByRole('button', { name: withAnyNumbers(proof.save) }).click();
      expect((await download).suggestedFilename()).toMatch(/^[0-9A-Z]{10}-\d+\.tlog-proof$/);
      await expectProof(page, await textOf(download));
    });

    test('that does not match is reported, and can be saved as evidence', async ({
      visitor,
      demo,
    }) => {
      const visit = await visitor({ language, ...PHONE });
      const { page, texts } = visit;
      const { proof } = texts.receipts;
      const { receiptCode } = demo.paidPayments[0]!;
      await page.route('**/api/payment/receipt/*/proof', async (route) => {
        const response = await route.fetch();
        const answer: ReceiptProof = await response.json();
        const counted = answer.counted && withAnotherByte(answer.counted);
        await route.fulfill({ response, json: { ...answer, counted } });
      });
      await page.goto(`/my-receipts?code=${receiptCode}`);
      const receipt = receiptOf(visit);
      await expect(receipt.getByText(proof.different)).toBeVisible();
      await expect(receipt.getByText(proof.difference['not-included'])).toBeVisible();
      await expect(countedIn(receipt, visit)).toHaveCount(0);

      const download = page.waitForEvent('download');
      await receipt.getByRole('button', { name: proof.evidence }).click();
      const file = await textOf(download);
      const evidence = JSON.parse(file);
      expect(evidence).toMatchObject({ receiptCode, difference: 'not-included', remembered: null });
      expect(evidence.proof.counted).toContain('c2sp.org/tlog-proof@v1');
      expect(file).not.toContain(demo.email);
    });
  });
}

/** Changes a byte of the first hash on the way to the checkpoint. */
function withAnotherByte(proof: string): string {
  const parsed = parseProof(proof);
  const [first = new Uint8Array(), ...path] = parsed.path;
  const changed = first.with(0, (first[0] ?? 0) ^ 1);
  return toProof({ ...parsed, path: [changed, ...path] });
}

test('a log that has lost what this browser saw in it is reported, and one that has grown is not', async ({
  visitor,
  demo,
}) => {
  const visit = await visitor({ language: 'en', ...PHONE });
  const { page, texts } = visit;
  const receipt = receiptOf(visit);
  await page.goto(`/my-receipts?code=${demo.paidPayments[0]!.receiptCode}`);
  await expect(countedIn(receipt, visit)).toBeVisible();

  const nominations = await page.request.get(`/api/nominations/artist/${demo.artist.id}`);
  const [nomination] = await nominations.json();
  const later = await pay(page.request, [nomination], `later-${freshNumber()}@example.com`);
  const tiles = '**/count/tile/**';
  await page.route(tiles, async (route) => {
    const response = await route.fetch();
    const body = await response.body();
    await route.fulfill({ response, body: Buffer.from(body.map((byte) => byte ^ 1)) });
  });
  await page.goto(`/my-receipts?code=${later.receiptCode}`);
  await expect(receipt.getByText(texts.receipts.proof.difference.forked)).toBeVisible();

  await page.unroute(tiles);
  await page.reload();
  await expect(countedIn(receipt, visit)).toBeVisible();
});

test('a lost network is no difference, and the check is made once it is back', async ({
  visitor,
  demo,
}) => {
  const visit = await visitor({ language: 'fr', ...PHONE });
  const { page, texts } = visit;
  // The receipt arrived before its entry had a place, and no further response arrives.
  const receipts = '**/api/payment/receipt/*';
  let isOffline = false;
  await page.route(receipts, async (route) => {
    if (isOffline) return route.abort();
    isOffline = true;
    const response = await route.fetch();
    const answer: Receipt = await response.json();
    const payment = { ...answer.payment, entry: null };
    await route.fulfill({ response, json: { ...answer, payment } });
  });
  await page.goto(`/my-receipts?code=${demo.paidPayments[0]!.receiptCode}`);
  const receipt = receiptOf(visit);
  const inCard = receipt.getByRole('article').getByText(withAnyNumbers(texts.receipts.card.entry));
  await expect(receipt.getByText(texts.receipts.proof.unreachable)).toBeVisible();
  await expect(inCard).toHaveCount(0);
  await page.unroute(receipts);
  await expect(countedIn(receipt, visit)).toBeVisible();
  await expect(inCard).toBeVisible();
});
