import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { tabStorage } from '#client/lib/browser/storage';
import { draftStorage } from './draft-storage';

const KEY = 'poemDrafts';
const poems = draftStorage(KEY, z.object({ title: z.string(), text: z.string() }));

const draft = { title: 'Soir', text: '' };

beforeEach(() => tabStorage.removeItem(KEY));

test('a draft is kept for its entity until it is discarded', () => {
  const storedDraft = { id: '7', draft, version: 3 };
  poems.save({ ...storedDraft, version: 2 });
  poems.save(storedDraft);
  expect(poems.find('7')).toEqual(storedDraft);
  expect(poems.find(null)).toBeNull();
  poems.forget('7');
  expect(poems.find('7')).toBeNull();
  expect(tabStorage.getItem(KEY)).toBeNull();
});

test('a new entity has a draft of its own, and all drafts are listed', () => {
  poems.save({ id: null, draft, version: null });
  poems.save({ id: '7', draft, version: 3 });
  expect(poems.list().map(({ id }) => id)).toEqual([null, '7']);
  poems.forget('7');
  expect(poems.find(null)).not.toBeNull();
});

test.each([
  '{',
  '{}',
  'null',
  '[null]',
  JSON.stringify([{ id: null, version: null, draft: { title: 'Soir' } }]),
  JSON.stringify([{ id: 7, version: null, draft }]),
])('an invalid draft is not offered: %s', (text) => {
  tabStorage.setItem(KEY, text);
  expect(poems.list()).toEqual([]);
});
