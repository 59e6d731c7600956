import { expect, test } from 'vitest';
import {
  type Batch,
  type BatchAction,
  batchReducer,
  EMPTY_BATCH,
  sendable,
  type Target,
} from './batch';

const artist = (name: string, photoUrl: string | null = null): Target => ({
  key: `id of ${name}`,
  id: `id of ${name}`,
  name,
  photoUrl,
});
const coming = (name: string): Target => ({
  ...artist(name),
  key: `new ${name.toLowerCase()}`,
  id: null,
});

const after = (targets: readonly Target[], ...actions: BatchAction[]): Batch =>
  actions.reduce((batch, action) => batchReducer(batch, action, targets), EMPTY_BATCH);

const added = (...names: string[]): BatchAction => ({
  type: 'added',
  photos: names.map((name, index) => ({
    id: index + 1,
    file: { name, read: () => Promise.resolve(new Blob()) },
  })),
});
const prepared = (id: number): BatchAction => ({
  type: 'changed',
  id,
  change: { state: 'ready', prepared: { blob: new Blob(), preview: '' } },
});
const targetsOf = ({ photos }: Batch) => photos.map(({ target }) => target);

test('of several photographs of an artist, the plainest name is taken and the rest is open', () => {
  const batch = after([artist('Mama Njanga')], added('mama-njanga_2.JPG', 'Mama Njanga.jpg'));
  expect(targetsOf(batch)).toEqual([null, 'id of Mama Njanga']);
  expect(batch.photos[0]?.among).toEqual(['id of Mama Njanga']);
});

test('a photograph that is dragged to an artist frees the one there, which stays free', () => {
  const targets = [artist('Ama'), artist('Zoé')];
  const batch = after(
    targets,
    added('Ama.jpg', 'IMG_1.jpg'),
    { type: 'given', id: 2, target: 'id of Ama' },
    { type: 'targets', targets },
  );
  expect(targetsOf(batch)).toEqual([null, 'id of Ama']);
});

test('photographs of new artists wait for the import, and go to those it created', () => {
  const before = [coming('Ama')];
  const batch = after(before, added('Ama.jpg'), prepared(1));
  expect(sendable(batch, before)).toEqual([]);
  const created = [artist('Ama')];
  const later = batchReducer(batch, { type: 'targets', targets: created }, created);
  expect(sendable(later, created)).toMatchObject([{ artistId: 'id of Ama', replaces: null }]);
});

test('an artist keeps a photograph unless a person chooses to replace it', () => {
  const targets = [artist('Ama', '/uploads/old.webp')];
  const batch = after(targets, added('Ama.jpg'), prepared(1));
  expect(sendable(batch, targets)).toEqual([]);
  const choice = { type: 'replacing', target: 'id of Ama', isReplacing: true } as const;
  expect(sendable(batchReducer(batch, choice, targets), targets)).toMatchObject([
    { artistId: 'id of Ama', replaces: '/uploads/old.webp' },
  ]);
});

test('what was saved although the response was lost is saved', () => {
  const targets = [artist('Ama')];
  const sent = after(targets, added('Ama.jpg'), prepared(1), {
    type: 'changed',
    id: 1,
    change: { uploaded: '/uploads/a.webp' },
  });
  const stored = [artist('Ama', '/uploads/a.webp')];
  const later = batchReducer(sent, { type: 'targets', targets: stored }, stored);
  expect(later.photos).toMatchObject([{ state: 'saved' }]);
});
