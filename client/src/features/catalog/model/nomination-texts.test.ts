import { expect, test } from 'vitest';
import type { Nomination } from '#shared/contracts/catalog';
import { nominationTexts } from './nomination-texts';

const artist = { bio: 'Singer', bioFr: 'Chanteuse', photoUrl: '/artist.webp' };
const blank = {
  nominationTitle: null,
  nominationTitleFr: null,
  nominationPhotoUrl: null,
  nominationDescription: null,
  nominationDescriptionFr: null,
};
const aNomination = (values: Partial<typeof blank> | Record<string, string>) =>
  ({ artist, ...blank, ...values }) as unknown as Nomination;

test("the artist's own texts apply when the nomination's are blank", () => {
  expect(nominationTexts(aNomination({ nominationDescription: ' ' }), 'en')).toEqual({
    title: null,
    bio: 'Singer',
    photoUrl: '/artist.webp',
  });
});

test('a nomination’s own title, text and photograph take precedence', () => {
  const own = {
    nominationTitle: 'Best song',
    nominationDescription: 'For the song of the year',
    nominationPhotoUrl: '/song.webp',
  };
  expect(nominationTexts(aNomination(own), 'en')).toEqual({
    title: 'Best song',
    bio: 'For the song of the year',
    photoUrl: '/song.webp',
  });
});

test('in French the French text is preferred, with the English one as fallback', () => {
  expect(nominationTexts(aNomination({}), 'fr').bio).toBe('Chanteuse');
  expect(nominationTexts(aNomination({ nominationTitle: 'Best song' }), 'fr').title).toBe(
    'Best song',
  );
});
