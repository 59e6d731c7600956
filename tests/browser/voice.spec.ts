import { expect } from '@playwright/test';
import type { Language } from '#shared/domain/localized';
import { until } from './engines/engine';
import { type AccessibleNode, FirefoxVoice, missingForVoice } from './engines/firefox-voice';
import { flowLanguages } from './support/flows';
import { test } from './support/test';
import { textsOf } from './support/texts';
import { checkoutPath } from './support/visit';
import { freshNumber } from './support/voter';

/* What Firefox exposes to a screen reader in each state of a payment: name and description of the
   focused element, and live regions. */

test.skip(missingForVoice() !== null, missingForVoice() ?? '');
/** In ms: the question appears after 27.5 s of waits, and eleven responses of the server. */
const QUESTION_MS = 90_000;
test.describe.configure({ timeout: 240_000 });

const NUMBER = 'input[type=tel]';

/** Waits until something is exposed. @throws with everything that is exposed, when it is not */
const expectSome = <Result>(
  voice: FirefoxVoice,
  what: string,
  ask: () => Promise<Result>,
  patienceMs?: number,
) =>
  until(what, ask, patienceMs).catch(async (error: unknown) => {
    const nodes = [await voice.focused(), ...(await voice.tree())].map(
      (one) => one && `${one.role} "${one.name}" ${one.description} (${one.language})`,
    );
    throw new Error(`${String(error)}; the focus was on\n${nodes.join('\n')}`);
  });

/** Waits until the focused element is exposed as expected. */
const expectFocus = (
  voice: FirefoxVoice,
  { name, description = [] }: { name: string; description?: string[] },
  patienceMs?: number,
): Promise<AccessibleNode> =>
  expectSome(
    voice,
    `the focus on "${name}"`,
    async () => {
      const focused = await voice.focused();
      const isExpected =
        focused?.name.includes(name) &&
        description.every((part) => focused.description.includes(part));
      return isExpected ? focused : null;
    },
    patienceMs,
  );

const expectExposed = (
  voice: FirefoxVoice,
  what: string,
  matches: (node: AccessibleNode) => boolean,
) => expectSome(voice, what, async () => (await voice.tree()).some(matches));

for (const language of flowLanguages('fr')) {
  test(`each state of a payment is announced (${language})`, async ({ demo, baseURL }) => {
    const { checkout, receipts } = textsOf(language);
    const { mobileMoney, waiting, failed, error, uncertain } = checkout;
    const voice = await FirefoxVoice.open(language);
    try {
      await voice.goto(`${baseURL}${checkoutPath(demo)}`);
      const payButton = ({ role, name }: AccessibleNode) =>
        role === 'pushbutton' && name === mobileMoney.submit;

      // The button's description says what is missing, and the cost.
      await expectExposed(
        voice,
        'why nothing can be paid yet',
        (node) =>
          payButton(node) &&
          node.description.includes(mobileMoney.phoneRequired.description) &&
          /\d.*CFA/.test(node.description),
      );
      const hint = checkout.votes.hint.split('{{')[0]?.trim() ?? '';
      await expectExposed(
        voice,
        'how many votes may be given',
        ({ role, description }) => role === 'spinbutton' && description.includes(hint),
      );

      // Pressing it anyway moves the focus to what is missing.
      await voice.press(mobileMoney.submit);
      const invalidField = await expectFocus(voice, {
        name: mobileMoney.phone.label,
        description: [mobileMoney.phoneRequired.description],
      });
      expect(invalidField?.isInvalid).toBe(true);

      // Declined, and with insufficient funds.
      for (const [ending, reason] of [
        ['01', error.declined],
        ['02', error['insufficient-funds']],
      ] as const) {
        await voice.type(NUMBER, freshNumber(ending));
        await voice.press(mobileMoney.submit);
        await expectFocus(voice, { name: mobileMoney.submit, description: [failed.title, reason] });
      }

      // Waiting, and then the question.
      await voice.type(NUMBER, freshNumber('03'));
      await voice.press(mobileMoney.submit);
      const dialog = await expectFocus(voice, {
        name: waiting.title,
        description: [demo.artist.name, waiting.enterPin],
      });
      expect(dialog?.role).toBe('dialog');
      await expectFocus(voice, { name: uncertain.question }, QUESTION_MS);
      await voice.press(uncertain.tryAgain);
      await expectExposed(
        voice,
        'that one can pay again',
        (node) => payButton(node) && !node.description.includes(mobileMoney.paymentOpen),
      );

      // Approved.
      await voice.type(NUMBER, freshNumber('06'));
      await voice.press(mobileMoney.submit);
      const receipt = await expectFocus(voice, {
        name: receipts.card.dialogTitle,
        description: [demo.artist.name],
      });
      expect(receipt?.role).toBe('dialog');
      // The code is spelled out.
      expect(receipt?.description).toMatch(/( [0-9A-Z]){10}\.$/);
    } finally {
      await voice.close();
    }
  });
}

test('an untouched field is not announced as invalid', async ({ demo, baseURL }) => {
  const { checkout } = textsOf('en');
  const voice = await FirefoxVoice.open('en');
  try {
    await voice.goto(`${baseURL}${checkoutPath(demo)}`);
    await voice.type('input[type=radio][value=card]', ' ');
    await expectExposed(
      voice,
      'the e-mail of a card payment',
      ({ name, isInvalid }) => name === checkout.card.email.label && !isInvalid,
    );
  } finally {
    await voice.close();
  }
});

for (const language of flowLanguages('fr')) {
  test(`errors and disabled fields of My Receipts are announced at the field (${language})`, async ({
    baseURL,
  }) => {
    const { receipts } = textsOf(language);
    const voice = await FirefoxVoice.open(language);
    const email =
      (...description: string[]) =>
      (node: AccessibleNode) =>
        node.name === receipts.search.email &&
        description.every((part) => node.description.includes(part));
    try {
      await voice.goto(`${baseURL}/my-receipts`);
      await voice.press(receipts.search.submit);
      await expectExposed(
        voice,
        'that nothing was typed',
        email(receipts.inputRequired.description),
      );
      await voice.type('input[type=email]', 'nobody');
      await voice.press(receipts.search.submit);
      await expectExposed(voice, 'that this is no address', email(receipts.error.validation));
      await voice.type('input[type=email]', '\uE003'.repeat(6));
      await voice.type(NUMBER, '677');
      await expectExposed(voice, 'why it is closed', email(receipts.search.closed));
    } finally {
      await voice.close();
    }
  });
}

test('after a change of language everything is announced in the new one', async ({
  demo,
  baseURL,
}) => {
  const voice = await FirefoxVoice.open('en');
  const { common, checkout, receipts } = textsOf('fr');
  const expectFrench = (what: string) =>
    expectSome(voice, what, async () => {
      const languages = (await voice.tree()).map(({ language }) => language.toLowerCase());
      const countOf = (wanted: Language) =>
        languages.filter((language) => language === wanted).length;
      // The document itself, and the button of the other language.
      return (
        countOf('fr') > 30 &&
        countOf('en') <= 3 &&
        countOf('fr') + countOf('en') === languages.length
      );
    });
  try {
    await voice.goto(`${baseURL}${checkoutPath(demo)}`);
    await expectExposed(voice, 'the page', ({ role }) => role === 'heading');
    await voice.press(`FR – ${common.languageName.fr}`);
    await expectExposed(
      voice,
      'that the language has changed',
      ({ name }) => name === common.languageNow,
    );
    await expectFrench('all of it in French');
    // What loads later, beside everything that was there.
    await voice.type(NUMBER, freshNumber('06'));
    await voice.press(checkout.mobileMoney.submit);
    await expectFocus(voice, { name: receipts.card.dialogTitle });
    await expectFrench('the receipt in French');
  } finally {
    await voice.close();
  }
});
