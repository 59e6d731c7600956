import { expect, test } from 'vitest';
import {
  type ArtistDraft,
  differencesBetween,
  EMPTY_DRAFT,
  isSameDraft,
  moved,
  newNomination,
} from './artist-draft';

const draft: ArtistDraft = {
  ...EMPTY_DRAFT,
  name: 'Manu',
  nominations: [newNomination('a'), newNomination('b')],
};

test('a draft is the same as its copy', () => {
  expect(isSameDraft(draft, structuredClone(draft))).toBe(true);
});

test.each<[string, Partial<ArtistDraft>]>([
  ['name', { name: 'Manu D.' }],
  ['bio', { bio: 'Singer' }],
  ['bioFr', { bioFr: 'Chanteur' }],
  ['photoUrl', { photoUrl: '/uploads/a.webp' }],
  ['isFeatured', { isFeatured: true }],
])('a changed %s is one difference', (field, change) => {
  const differences = differencesBetween({ ...draft, ...change }, draft);
  expect(differences.map((one) => one.field)).toEqual([field]);
});

test('an added nomination differs, but does not change the order of the others', () => {
  const nominations = [newNomination('c'), ...draft.nominations];
  expect(differencesBetween({ ...draft, nominations }, draft)).toEqual([
    { categoryId: 'c', field: 'isNominated', mine: true, theirs: false },
  ]);
});

test('a text of a nomination and the order are told apart', () => {
  const nominations = [newNomination('b'), { ...newNomination('a'), nominationTitle: 'Song' }];
  expect(differencesBetween({ ...draft, nominations }, draft)).toEqual([
    { categoryId: 'a', field: 'nominationTitle', mine: 'Song', theirs: '' },
    { categoryId: null, field: 'order', mine: ['b', 'a'], theirs: ['a', 'b'] },
  ]);
});

test('a nomination moves by one place, and stays at either end', () => {
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c']);
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c']);
});
