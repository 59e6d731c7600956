import { expect, test } from 'vitest';
import { mergeCandidates } from './merge-candidates';

const named = (name: string) => ({ id: name, name });
const artists = ['Koki Sisters', 'KOKI  Sisters', 'Koki', 'Zoé'].map(named);
const found = (search: string) =>
  mergeCandidates(artists, named('Koki Sisters'), search).map(({ name }) => name);

test('artists whose names look alike are offered first, then those searched for', () => {
  expect(found(' ')).toEqual(['KOKI  Sisters']);
  expect(found('KOKI')).toEqual(['KOKI  Sisters', 'Koki']);
  expect(found('zoe')).toEqual(['Zoé']);
  expect(found('Manu')).toEqual([]);
});

test('no more are shown than can be looked through', () => {
  const many = Array.from({ length: 20 }, (_, number) => named(`Koki ${number}`));
  expect(mergeCandidates(many, named('Zoé'), 'koki')).toHaveLength(8);
});
