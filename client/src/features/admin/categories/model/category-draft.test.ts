import { describe, expect, test } from 'vitest';
import {
  type CategoryDraft,
  categoryField,
  categoryResolver,
  draftOf,
  frenchAfter,
  isSameDraft,
  problemOf,
} from './category-draft';
import { frenchFor } from './french-glossary';

const EMPTY = draftOf(null);

describe('French is proposed', () => {
  test.each([
    ['Best Female Artist', 'Meilleure artiste féminine'],
    ['Song of the Year', 'Chanson de l’année'],
    ['best  album', 'Meilleur album'],
    ['People’s Choice Award', 'Prix du public'],
    ['Best Makossa Revival', ''],
    ['constructor', ''],
  ])('for "%s": "%s"', (english, french) => expect(frenchFor(english)).toBe(french));

  test('while the French text is untouched, letter by letter', () => {
    expect(frenchAfter(EMPTY, 'name', 'Best Song')?.text).toBe('Meilleure chanson');
    const song = { ...EMPTY, name: 'Best Song', nameFr: 'Meilleure chanson' };
    expect(frenchAfter(song, 'name', 'Best Songwriter')).toEqual({
      field: 'nameFr',
      text: 'Meilleur auteur-compositeur',
    });
  });

  test('but never over the administrator’s own text', () => {
    const own = { ...EMPTY, name: 'Best Song', nameFr: 'Le tube' };
    expect(frenchAfter(own, 'name', 'Best Album')).toBeNull();
  });
});

describe('a draft is validated field by field', () => {
  const check = (draft: CategoryDraft) =>
    categoryResolver(draft, undefined, { fields: {}, shouldUseNativeValidation: false });
  const problemsIn = async (draft: CategoryDraft) => {
    const { errors } = await check(draft);
    return Object.fromEntries(
      categoryField.options.flatMap((field) => {
        const type = errors[field]?.type;
        return type === undefined ? [] : [[field, problemOf(field, String(type))]];
      }),
    );
  };

  test('a draft with default values lacks only a name', async () => {
    expect(await problemsIn(EMPTY)).toEqual({ name: 'required' });
  });
  test('blank texts are sent as null', async () => {
    const { values } = await check({ ...EMPTY, name: ' Best Song ' });
    expect(values).toMatchObject({
      name: 'Best Song',
      nameFr: null,
      icon: 'fa-trophy',
      backgroundColor: '#3B82F6',
    });
  });
  test('every field has a message for its error', async () => {
    const draft = {
      ...EMPTY,
      name: 'a'.repeat(256),
      icon: 'trophy',
      backgroundColor: 'blue',
      backgroundImageUrl: 'stage.jpg',
    };
    expect(await problemsIn(draft)).toEqual({
      name: 'tooLong',
      icon: 'icon',
      backgroundColor: 'colour',
      backgroundImageUrl: 'address',
    });
  });
  test('errors from the server have a message, too', () => {
    expect(problemOf('nameFr', 'refused')).toBe('refused');
    expect(problemOf('backgroundImageUrl', 'refused')).toBe('address');
  });
});

test('drafts are equal when every field is', () => {
  expect(isSameDraft(EMPTY, { ...EMPTY })).toBe(true);
  expect(isSameDraft(EMPTY, { ...EMPTY, icon: '' })).toBe(false);
});
