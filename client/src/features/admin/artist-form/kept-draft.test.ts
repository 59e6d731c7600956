import { expect, test } from 'vitest';
import { tabStorage } from '../../../lib/storage';
import { EMPTY_DRAFT, newNomination } from './artist-draft';
import { forgetDraft, keepDraft, keptDraft } from './kept-draft';

const draft = { ...EMPTY_DRAFT, name: 'Manu', nominations: [newNomination('a')] };

test('a draft is kept for its artist, until it is forgotten', () => {
  const kept = { draft, version: 3 };
  keepDraft('7', kept);
  expect(keptDraft('7')).toEqual(kept);
  expect(keptDraft(null)).toBeNull();
  forgetDraft('7');
  expect(keptDraft('7')).toBeNull();
});

test.each([
  '{',
  '{}',
  'null',
  JSON.stringify({ version: 1, draft: { ...draft, nominations: [{}] } }),
])('what is no draft is not offered: %s', (text) => {
  tabStorage.setItem('artistDraft:new', text);
  expect(keptDraft(null)).toBeNull();
});
