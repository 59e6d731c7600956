import { expect, test } from 'vitest';
import { tabStorage } from '#client/lib/storage';
import { EMPTY_DRAFT, newNomination } from './artist-draft';
import { artistDrafts } from './artist-drafts';

const draft = { ...EMPTY_DRAFT, name: 'Manu', nominations: [newNomination('a')] };

test('a whole draft of an artist is found again', () => {
  artistDrafts.keep({ id: '7', draft, version: 3 });
  expect(artistDrafts.find('7')).toEqual({ id: '7', draft, version: 3 });
});

test.each([{ ...draft, nominations: [{}] }, { ...draft, isFeatured: 'yes' }, { name: 'Manu' }])(
  'half a draft is not offered: %j',
  (half) => {
    tabStorage.setItem('artistDrafts', JSON.stringify([{ id: null, draft: half, version: 1 }]));
    expect(artistDrafts.find(null)).toBeNull();
  },
);
