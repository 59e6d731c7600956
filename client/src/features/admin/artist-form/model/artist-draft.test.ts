import { expect, test } from 'vitest';
import { tabStorage } from '#client/lib/browser/storage';
import {
  type ArtistDraft,
  artistDrafts,
  artistResolver,
  differencesBetween,
  EMPTY_DRAFT,
  fieldAt,
  isSameDraft,
  moved,
  movedTo,
  newNomination,
  problemOf,
} from './artist-draft';

const draft: ArtistDraft = {
  ...EMPTY_DRAFT,
  name: 'Manu',
  nominations: [newNomination('a'), newNomination('b')],
};

test('a draft equals its copy', () => {
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
  expect(differences.map((difference) => difference.field)).toEqual([field]);
});

test('an added nomination is a difference, but does not change the order of the others', () => {
  const nominations = [newNomination('c'), ...draft.nominations];
  expect(differencesBetween({ ...draft, nominations }, draft)).toEqual([
    { categoryId: 'c', field: 'isNominated', mine: true, theirs: false },
  ]);
});

test('a changed text of a nomination and a changed order are distinct differences', () => {
  const nominations = [newNomination('b'), { ...newNomination('a'), nominationTitle: 'Song' }];
  expect(differencesBetween({ ...draft, nominations }, draft)).toEqual([
    { categoryId: 'a', field: 'nominationTitle', mine: 'Song', theirs: '' },
    { categoryId: null, field: 'order', mine: ['b', 'a'], theirs: ['a', 'b'] },
  ]);
});

test('a nomination moves by one position, and stays in place at either end', () => {
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c']);
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c']);
});

test('a saved nomination changes its category, and forgets that when it is back', () => {
  const saved = { id: 'n', categoryId: 'a' };
  const there = movedTo(draft.nominations, saved, { from: 'a', to: 'c' });
  expect(there).toEqual([{ ...newNomination('c'), movedFrom: 'n' }, newNomination('b')]);
  expect(movedTo(there, saved, { from: 'c', to: 'a' })).toEqual(draft.nominations);
});

const validDraft = { ...EMPTY_DRAFT, name: 'Manu', nominations: [newNomination('a')] };

test('a complete draft of an artist is restored', () => {
  artistDrafts.save({ id: '7', draft: validDraft, version: 3 });
  expect(artistDrafts.find('7')).toEqual({ id: '7', draft: validDraft, version: 3 });
});

test.each([
  { ...validDraft, nominations: [{}] },
  { ...validDraft, isFeatured: 'yes' },
  { name: 'Manu' },
])('an incomplete draft is not offered: %j', (invalidDraft) => {
  tabStorage.setItem(
    'artistDrafts',
    JSON.stringify([{ id: null, draft: invalidDraft, version: 1 }]),
  );
  expect(artistDrafts.find(null)).toBeNull();
});

async function problemsIn(checked: ArtistDraft): Promise<Record<string, string>> {
  const { errors } = await artistResolver(checked, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  const types = {
    name: errors.name?.type,
    photoUrl: errors.photoUrl?.type,
    'nominations.0.nominationPhotoUrl': errors.nominations?.[0]?.nominationPhotoUrl?.type,
    'nominations.1.nominationPhotoUrl': errors.nominations?.[1]?.nominationPhotoUrl?.type,
  };
  return Object.fromEntries(
    Object.entries(types).flatMap(([path, type]) => {
      const field = fieldAt(path);
      return field && type ? [[path, problemOf(field, String(type))]] : [];
    }),
  );
}

const CATEGORY_A = '0b0f7a5e-0f1c-4a3e-9a50-0d5a4a1f7c01';
const CATEGORY_B = '0b0f7a5e-0f1c-4a3e-9a50-0d5a4a1f7c02';

test('a blank name and invalid picture addresses are reported at their fields', async () => {
  const nominations = [
    newNomination(CATEGORY_A),
    { ...newNomination(CATEGORY_B), nominationPhotoUrl: 'x' },
  ];
  expect(await problemsIn({ ...EMPTY_DRAFT, name: ' ', photoUrl: 'photo', nominations })).toEqual({
    name: 'nameRequired',
    photoUrl: 'notAPicture',
    'nominations.1.nominationPhotoUrl': 'notAPicture',
  });
  const correctedDraft = { ...EMPTY_DRAFT, name: 'Manu', nominations: [newNomination(CATEGORY_A)] };
  expect(await problemsIn(correctedDraft)).toEqual({});
});

test.each([
  ['bio', 'invalid'],
  ['name', 'invalid'],
  ['photoUrl', 'notAPicture'],
  ['nominations.0.categoryId', 'categoryGone'],
])('a path from the server maps to its field: %s', (path, problem) => {
  const field = fieldAt(path);
  expect(field).toBe(path);
  expect(field && problemOf(field, 'refused')).toBe(problem);
});

test('an unknown path maps to no field', () => {
  expect(fieldAt('version')).toBeNull();
  expect(fieldAt('nominations')).toBeNull();
  expect(fieldAt('nominations.0.id')).toBeNull();
});
