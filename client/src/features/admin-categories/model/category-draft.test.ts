import { describe, expect, test } from 'vitest';
import { ApiError } from '#client/lib/api/request';
import { checkDraft, draftOf, isSameDraft, problemsFrom, withField } from './category-draft';
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
  ])('for "%s"', (english, french) => expect(frenchFor(english)).toBe(french));

  test('while untouched, letter by letter', () => {
    const song = withField(EMPTY, 'name', 'Best Song');
    expect(song.nameFr).toBe('Meilleure chanson');
    expect(withField(song, 'name', 'Best Songwriter').nameFr).toBe('Meilleur auteur-compositeur');
  });

  test('but never over the administrator’s own words', () => {
    const own = withField(withField(EMPTY, 'name', 'Best Song'), 'nameFr', 'Le tube');
    expect(withField(own, 'name', 'Best Album').nameFr).toBe('Le tube');
  });
});

describe('a draft is checked field by field', () => {
  test('with defaults it lacks only a name', () => {
    expect(checkDraft(EMPTY)).toEqual({ problems: { name: 'required' } });
  });
  test('blank texts become none', () => {
    expect(checkDraft({ ...EMPTY, name: ' Best Song ' })).toMatchObject({
      input: { name: 'Best Song', nameFr: null, icon: 'fa-trophy', backgroundColor: '#3B82F6' },
    });
  });
  test('every field says what is wrong with it', () => {
    const draft = {
      ...EMPTY,
      name: 'a'.repeat(256),
      icon: 'trophy',
      backgroundColor: 'blue',
      backgroundImageUrl: 'stage.jpg',
    };
    expect(checkDraft(draft)).toEqual({
      problems: {
        name: 'tooLong',
        icon: 'icon',
        backgroundColor: 'colour',
        backgroundImageUrl: 'address',
      },
    });
  });
});

test('what the server refuses is shown at its field', () => {
  const issues = ['nameFr', 'backgroundImageUrl', 'version'].map((path) => ({
    path,
    message: 'for machines',
  }));
  const error = new ApiError(400, JSON.stringify({ message: '', code: 'validation', issues }));
  expect(problemsFrom(error)).toEqual({ nameFr: 'refused', backgroundImageUrl: 'address' });
  expect(problemsFrom(new ApiError(500, '{}'))).toEqual({});
});

test('a draft is the same when every field is', () => {
  expect(isSameDraft(EMPTY, { ...EMPTY })).toBe(true);
  expect(isSameDraft(EMPTY, { ...EMPTY, icon: '' })).toBe(false);
});
