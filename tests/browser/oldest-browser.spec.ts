import data, { type Identifier } from '@mdn/browser-compat-data/forLegacyNode';
import { expect } from '@playwright/test';
import { lacking } from '../../scripts/lib/browser-floor/floor.mjs';
import { CARDS, chooseCard, payByCard } from './support/card';
import { FLOW_VOTERS } from './support/flows';
import { test } from './support/test';
import { answerPrompt, chooseAnArtist, freshNumber, payByMobileMoney } from './support/voter';

/**
 * Script features that at least one of the oldest supported browsers lacks: interfaces and their
 * members.
 */
function newerThanTheFloor(): string[] {
  const newer: string[] = [];
  for (const tree of [data.javascript.builtins ?? {}, data.api]) {
    for (const [name, node] of Object.entries(tree) as [string, Identifier][]) {
      if (lacking(node.__compat).length > 0) newer.push(name);
      for (const [member, { __compat }] of Object.entries(node) as [string, Identifier][]) {
        if (member === '__compat' || member.endsWith('_event') || member === name) continue;
        if (lacking(__compat).length > 0) newer.push(`${name}.${member}`);
      }
    }
  }
  return newer;
}

/** Runs in the page before its own code. */
function removeFeatures(names: string[]): void {
  for (const name of names) {
    const [owner = '', member] = name.split('.');
    const holder = (globalThis as Record<string, unknown>)[owner] as
      | (Record<string, unknown> & { prototype?: Record<string, unknown> })
      | undefined;
    if (member === undefined) delete (globalThis as Record<string, unknown>)[owner];
    // `Response.json` is new, but the method of a response is not.
    else if (member.endsWith('_static')) delete holder?.[member.replace('_static', '')];
    else if (holder?.prototype && member in holder.prototype) delete holder.prototype[member];
    else delete holder?.[member];
  }
}

for (const setup of FLOW_VOTERS) {
  const { language, width } = setup;
  test(`with only the features of the oldest supported browsers a voter gets a receipt, ${language}, ${width} px`, async ({
    visitor,
  }) => {
    const visit = await visitor(setup);
    const { page, texts } = visit;
    const newer = newerThanTheFloor();
    expect(newer).toEqual(expect.arrayContaining(['Array.toSorted', 'URL.canParse_static']));
    await page.addInitScript(removeFeatures, newer);
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));

    await chooseAnArtist(visit);
    expect(await page.evaluate(() => 'toSorted' in Array.prototype)).toBe(false);
    const number = freshNumber();
    await payByMobileMoney(visit, number);
    await answerPrompt(visit, number, 'approve');
    const receipt = page.getByRole('dialog', { name: texts.receipts.card.dialogTitle });
    await expect(
      receipt.getByText(texts.receipts.proof.counted.split('{{')[0] ?? ''),
    ).toBeVisible();
    await receipt.getByRole('button', { name: texts.common.close }).first().click();
    await page.getByRole('button', { name: texts.receipts.saved.yes }).click();
    await expect(page).toHaveURL(/\/categories$/);

    await chooseAnArtist(visit);
    await chooseCard(visit);
    await payByCard(visit, CARDS.success);
    await expect(receipt).toBeVisible();
    expect(errors).toEqual([]);
  });
}
