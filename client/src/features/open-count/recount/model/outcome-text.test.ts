import i18next, { type TFunction } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import en from '#client/locales/en/count-area';
import fr from '#client/locales/fr/count-area';
import type { Language } from '#shared/domain/localized';
import { RECOUNT_FAULTS } from '#shared/open-count/recount';
import type { Difference, Outcome } from './outcome';
import { outcomeTexts } from './outcome-text';

let texts: Record<Language, TFunction>;
beforeAll(async () => {
  const instance = i18next.createInstance();
  await instance.init({
    interpolation: { escapeValue: false },
    resources: { en: { translation: en }, fr: { translation: fr } },
  });
  texts = { en: instance.getFixedT('en'), fr: instance.getFixedT('fr') };
});
const shown = (outcome: Outcome, language: Language = 'en') =>
  outcomeTexts(outcome, { t: texts[language], language }).map((text) => text.replace(/\s/g, ' '));

const equal = { is: 'equal', entries: 18_377, sealed: 0, compared: 'totals' } as const;

test('the text says that everything matches', () => {
  expect(shown(equal)).toEqual(['18,377 entries recounted: every total matches the one shown.']);
  expect(shown(equal, 'fr')).toEqual([
    '18 377 entrées recomptées : chaque total correspond à celui affiché.',
  ]);
});

test('the text names what could not be compared', () => {
  expect(shown({ ...equal, compared: 'hidden', sealed: 2 })).toEqual([
    '18,377 entries recounted: none is missing, and none was changed.',
    'The results are not public yet, so there are no totals to compare with.',
    'The votes of 2 payments are sealed: final, but not public until the results are.',
  ]);
  expect(shown({ ...equal, compared: 'sealed' })).toHaveLength(2);
});

const DIFFERENCES: readonly [Difference, string][] = [
  [{ what: 'unsigned' }, 'The count on this site is not signed with its key.'],
  [{ what: 'altered', entry: 0 }, 'Entry 1 is not the one that was signed.'],
  [
    { what: 'total', artist: 'Aïcha', category: 'Song', log: 1_000, site: 999 },
    'Aïcha in “Song”: the entries say 1,000, this site shows 999.',
  ],
  [
    { what: 'name', log: 'Aïcha', site: 'Blick' },
    'The entries name “Aïcha”, this site shows “Blick”.',
  ],
  [
    { what: 'sum', of: 'USD', year: null, log: 150, site: 250 },
    'Paid by card: the entries say $1.50, this site shows $2.50.',
  ],
  [
    { what: 'sum', of: 'payments', year: '2026', log: 3, site: 4 },
    '2026 – Payments counted: the entries say 3, this site shows 4.',
  ],
  [
    { what: 'shorter', entries: 9, seen: 10 },
    'The count ends with entry 9, but it had 10 before: entries are missing.',
  ],
];

test.each(DIFFERENCES)('the text describes the difference %j', (difference, sentence) => {
  expect(shown({ is: 'different', difference })).toEqual([
    'Something does not match.',
    sentence,
    'Take a screenshot of this page and ask the organisers.',
  ]);
});

test('every difference and every failure has its own sentence in both languages', () => {
  const differences: Difference[] = [
    ...DIFFERENCES.map(([difference]) => difference),
    { what: 'rewritten', entries: 5 },
    { what: 'other-log', entries: 5 },
    { what: 'unreadable', entry: 5 },
    ...(['payments', 'votes', 'XAF'] as const).map(
      (of) => ({ what: 'sum', of, year: null, log: 1, site: 2 }) as const,
    ),
    ...RECOUNT_FAULTS.map((fault) => ({ what: 'fault', entry: 5, fault }) as const),
  ];
  for (const language of ['en', 'fr'] as const) {
    const sentences = differences.map(
      (difference) => shown({ is: 'different', difference }, language)[1],
    );
    expect(new Set(sentences).size).toBe(differences.length);
    for (const sentence of sentences) expect(sentence).not.toMatch(/count\.|\{\{/);
  }
});

test('an empty outcome has a sentence of its own', () => {
  for (const is of ['empty', 'unreachable'] as const) expect(shown({ is })).toHaveLength(1);
});
