import i18next, { type TFunction } from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import en from '#client/locales/en/count-area';
import fr from '#client/locales/fr/count-area';
import type { Language } from '#shared/domain/localized';
import { numbersOf, partText, stepTexts, tickTexts } from './step-text';
import type { Steps } from './steps';

let texts: Record<Language, TFunction>;
beforeAll(async () => {
  const instance = i18next.createInstance();
  await instance.init({
    interpolation: { escapeValue: false },
    resources: { en: { translation: en }, fr: { translation: fr } },
  });
  texts = { en: instance.getFixedT('en'), fr: instance.getFixedT('fr') };
});
const context = (language: Language) => ({
  t: texts[language],
  language,
  // The time zone of the machine that runs the test, so that no zone is named.
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});
/** Some versions of the locale data use narrow and thin spaces. */
const plain = (text: string) => text.replace(/\s/g, ' ');

const aStep = (at: Date, stepMinutes: number): Steps => ({
  from: at.toISOString(),
  until: at.toISOString(),
  stepMinutes,
  steps: 2,
  nominations: [
    {
      nominationId: 'a',
      artistName: 'Aïcha',
      before: 1,
      votes: [3, 1_000],
      payments: [1, 2],
      takenBack: [0, 0],
    },
  ],
});
const EVENING = new Date(2026, 10, 28, 20, 14);
const MIDNIGHT = new Date(2026, 10, 23);

describe('the time of a step', () => {
  test.each<[number, Date, Language, string]>([
    [1, EVENING, 'en', 'Nov 28, 8:14 – 8:15 PM'],
    [1, EVENING, 'fr', '28 nov., 20:14 – 20:15'],
    [1_440, MIDNIGHT, 'en', 'Nov 23, 2026'],
    [10_080, MIDNIGHT, 'fr', '23–29 nov. 2026'],
  ])('has a format for steps of %i minutes', (minutes, at, language, text) => {
    expect(plain(stepTexts(aStep(at, minutes), context(language))(0))).toBe(text);
  });

  test('names the zone when the visitor’s own differs', () => {
    const timeZone = new Date().getTimezoneOffset() === -60 ? 'Asia/Tokyo' : 'Africa/Douala';
    expect(stepTexts(aStep(EVENING, 1), { ...context('en'), timeZone })(0)).toContain('GMT+');
  });

  test('is shorter below the chart', () => {
    expect(plain(tickTexts(aStep(EVENING, 1), context('en'))[1] ?? '')).toBe('8:15 PM');
    expect(plain(tickTexts(aStep(MIDNIGHT, 1_440), context('fr'))[1] ?? '')).toBe('24 nov.');
  });
});

describe('the votes of a step', () => {
  const part = { nominationId: 'a', artistName: 'Aïcha', votes: 412, payments: 9, takenBack: 0 };

  test.each<[object, string, string]>([
    [{}, '412 votes in 9 payments', '412 votes en 9 paiements'],
    [{ votes: 1, payments: 1 }, '1 vote in 1 payment', '1 vote en 1 paiement'],
    [
      { takenBack: 1 },
      '412 votes in 9 payments, 1 payment withdrawn',
      '412 votes en 9 paiements, 1 paiement retiré',
    ],
    [{ votes: -4, payments: 0, takenBack: 2 }, '2 payments withdrawn', '2 paiements retirés'],
  ])('are described in both languages: %j', (changes, english, french) => {
    expect(partText({ ...part, ...changes }, context('en'))).toBe(english);
    expect(partText({ ...part, ...changes }, context('fr'))).toBe(french);
  });

  test('are in the table as totals', () => {
    const { columns, rows } = numbersOf(aStep(EVENING, 1), new Set(['a']), context('en'));
    expect(columns).toEqual(['Time', 'Aïcha']);
    expect(rows.map(({ cells }) => cells[1])).toEqual(['4', '1,004']);
    expect(numbersOf(aStep(EVENING, 1), new Set(), context('en')).columns).toEqual(['Time']);
  });
});
