import { expect, test } from 'vitest';
import en from './en';
import adminEn from './en/admin-area';
import countEn from './en/count-area';
import pagesEn from './en/pages-area';
import paymentEn from './en/payment-area';
import receiptsEn from './en/receipts-area';
import screenEn from './en/screen-area';
import signInEn from './en/sign-in-area';
import fr from './fr';
import adminFr from './fr/admin-area';
import countFr from './fr/count-area';
import pagesFr from './fr/pages-area';
import paymentFr from './fr/payment-area';
import receiptsFr from './fr/receipts-area';
import screenFr from './fr/screen-area';
import signInFr from './fr/sign-in-area';

type Tree = { [key: string]: string | Tree };

/** Maps `a.b.c` to the text of every leaf. */
function flatten(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[`${prefix}${key}`, value] as const]
        : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

const english = flatten({
  ...en,
  ...pagesEn,
  ...paymentEn,
  ...receiptsEn,
  ...adminEn,
  ...countEn,
  ...screenEn,
  ...signInEn,
});
const french = flatten({
  ...fr,
  ...pagesFr,
  ...paymentFr,
  ...receiptsFr,
  ...adminFr,
  ...countFr,
  ...screenFr,
  ...signInFr,
});

const PLURAL = /_(zero|one|two|few|many|other)$/;
const withoutPlural = (key: string) => key.replace(PLURAL, '');
const keysOf = (texts: Map<string, string>) =>
  [...new Set([...texts.keys()].map(withoutPlural))].sort();

test('both languages have the same keys', () => {
  expect(keysOf(french)).toEqual(keysOf(english));
});

test.each([
  ['en', english],
  ['fr', french],
])('in %s every plural has exactly the forms of the language', (language, texts) => {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort();
  const plurals = [...texts.keys()].filter((key) => PLURAL.test(key));
  for (const base of new Set(plurals.map(withoutPlural))) {
    const has = plurals
      .filter((key) => withoutPlural(key) === base)
      .map((key) => key.match(PLURAL)?.[1])
      .sort();
    expect(has, base).toEqual(forms);
  }
});

const placeholders = (text: string) =>
  new Set([...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name));

test('both languages fill in the same placeholders', () => {
  for (const [key, text] of french) {
    const base = withoutPlural(key);
    const original = english.get(key) ?? english.get(`${base}_other`) ?? english.get(base) ?? '';
    // "one" may spell the number out in either language.
    if (key.endsWith('_one')) continue;
    expect(placeholders(text), key).toEqual(placeholders(original));
  }
});

test('no text is empty', () => {
  for (const [key, text] of [...english, ...french]) expect(text.trim(), key).not.toBe('');
});

test('French uses no-break spaces: narrow before ? ! ;, full width before : and inside « »', () => {
  for (const [key, text] of french) {
    expect(text, key).not.toMatch(/[^\u202f][?!;]/);
    expect(text, key).not.toMatch(/[^\u00a0][:»]|«[^\u00a0]/);
    expect(text, key).not.toMatch(/'/);
  }
});

/** Short words that exist in only one of the two languages. */
const ENGLISH_WORDS = /\b(the|and|you|your|with|is|are|was|not|this|that|of|for|to|from|it)\b/iu;
const FRENCH_WORDS =
  /(?<![\p{L}’])(le|la|les|des|du|une|et|est|vous|votre|avec|dans|ce|cette|sur|pas|aux)(?!\p{L})/iu;

test('no English remains in the French texts, and no French in the English ones', () => {
  for (const [key, text] of french) expect(text, key).not.toMatch(ENGLISH_WORDS);
  for (const [key, text] of english) expect(text, key).not.toMatch(FRENCH_WORDS);
});

/** Intentionally the same in both languages: names. */
const SHARED = new Set([
  'common.languageName.en',
  'common.languageName.fr',
  'common.appName',
  'checkout.method.mobile-money',
  'health.routes.heading',
  'checkout.mobileMoney.operator.mtn',
  'checkout.mobileMoney.operator.orange',
  'receipts.row.mobileMoney',
]);

test('no text was left untranslated', () => {
  const left = [...french].filter(
    ([key, text]) => !SHARED.has(key) && english.get(key) === text && /\p{L}{3,} \p{L}/u.test(text),
  );
  expect(left.map(([key]) => key)).toEqual([]);
});
