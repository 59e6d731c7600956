import { describe, expect, test } from 'vitest';
import { differenceBetween, differenceOf } from './difference';
import { inOrder } from './flat-fields';

const nomination = (category: string, more: object = {}) => ({
  id: `nomination-${category}`,
  categoryId: category,
  categoryName: `Best ${category}`,
  categoryNameFr: `Meilleur ${category}`,
  shareableLink: `link-${category}`,
  nominationTitle: null,
  ...more,
});

const artist = (categories: readonly string[], more: object = {}) => ({
  name: 'Mama Njanga',
  bio: null,
  nominations: categories.map((category) => nomination(category)),
  ...more,
});

describe('fields', () => {
  test('only changed fields are listed, in the order recorded', () => {
    const before = { name: 'Song', nameFr: null, description: 'Old', icon: 'fa-star' };
    const after = { name: 'Song', nameFr: 'Chanson', description: null, icon: 'fa-star' };
    expect(differenceBetween(before, after)).toEqual({
      isCreatedOrDeleted: false,
      fields: [
        { path: ['nameFr'], before: null, after: 'Chanson' },
        { path: ['description'], before: 'Old', after: null },
      ],
      nominations: [],
    });
  });

  test('for a created or deleted record all non-blank fields are listed', () => {
    const category = { name: 'Song', nameFr: null, isFeatured: false };
    expect(differenceBetween(null, category)).toMatchObject({
      isCreatedOrDeleted: true,
      fields: [
        { path: ['name'], before: undefined, after: 'Song' },
        { path: ['isFeatured'], before: undefined, after: false },
      ],
    });
    expect(differenceBetween(category, null).fields).toContainEqual({
      path: ['name'],
      before: 'Song',
      after: undefined,
    });
  });

  test('fields are sorted by the order of their labels; fields without a label come last', () => {
    const { fields } = differenceBetween(null, {
      left: 0,
      x: 1,
      checked: 1,
      updated: { to: 2, from: 1 },
    });
    const names = { checked: '', updated: '', left: '', from: '', to: '' };
    expect(inOrder(fields, names).map(({ path }) => path.join('.'))).toEqual([
      'checked',
      'updated.from',
      'updated.to',
      'left',
      'x',
    ]);
  });

  test('an order of providers that nobody has set differs from one without providers', () => {
    const routing = (order: string[] | null) => ({
      routing: { mtn: { order, fixed: null }, orange: { order: ['fapshi'], fixed: 'fapshi' } },
    });
    const { fields } = differenceBetween(routing(null), routing([]));
    expect(fields).toEqual([
      { path: ['routing', 'mtn', 'order'], before: 'default', after: 'none' },
    ]);
    const { fields: chosen } = differenceBetween(routing([]), routing(['campay', 'fapshi']));
    expect(chosen).toEqual([
      { path: ['routing', 'mtn', 'order'], before: 'none', after: 'campay, fapshi' },
    ]);
  });

  test("a refund's status, which the summary line already contains, is not listed again", () => {
    const refund = {
      id: 1,
      adminName: null,
      action: 'payment.refund',
      entity: 'payment',
      entityId: '1',
      entityName: null,
      entityNameFr: null,
      isOpenable: true,
      isRestorable: false,
      undoableMerge: null,
      refund: 'succeeded',
      before: { status: 'completed' },
      after: { refund: 'requested', amount: 200, currency: 'USD' },
      at: '2025-11-21T18:00:00.000Z',
    } as const;
    expect(differenceOf(refund).fields.map(({ path }) => path)).toEqual([['status'], ['amount']]);
    const other = differenceOf({ ...refund, action: 'payment.other' });
    expect(other.fields.map(({ path }) => path)).toContainEqual(['refund']);
  });

  test('a field that exists on one side only is listed with the other side undefined', () => {
    const { isCreatedOrDeleted, fields } = differenceBetween(
      { status: 'completed', votes: 4 },
      { refund: 'requested', amount: 200, currency: 'USD' },
    );
    expect(isCreatedOrDeleted).toBe(false);
    expect(fields).toEqual([
      { path: ['status'], before: 'completed', after: undefined },
      { path: ['votes'], before: 4, after: undefined },
      { path: ['refund'], before: undefined, after: 'requested' },
      {
        path: ['amount'],
        before: undefined,
        after: { amountMinor: 200, currency: 'USD' },
      },
    ]);
  });

  test('an amount in an unknown currency stays two fields', () => {
    const { fields } = differenceBetween(null, { amount: 3, currency: 'EUR' });
    expect(fields.map(({ after }) => after)).toEqual([3, 'EUR']);
  });

  test('an import is described by its counts', () => {
    const after = { newArtists: 1, nominations: 2 };
    expect(differenceBetween(null, after)).toMatchObject({
      fields: [
        { path: ['newArtists'], after: 1 },
        { path: ['nominations'], after: 2 },
      ],
      nominations: [],
    });
  });

  test('unknown shapes are listed field by field', () => {
    const after = {
      file: { name: 'artists.csv' },
      rows: [{ line: 2 }, { line: 3, problems: ['name', 'bio'] }],
      nothing: {},
    };
    expect(differenceBetween(undefined, after).fields).toEqual([
      { path: ['file', 'name'], before: undefined, after: 'artists.csv' },
      { path: ['rows', '1', 'line'], before: undefined, after: 2 },
      { path: ['rows', '2', 'line'], before: undefined, after: 3 },
      { path: ['rows', '2', 'problems'], before: undefined, after: 'name, bio' },
    ]);
  });

  test.each([
    [null, null],
    [undefined, undefined],
    [{}, {}],
    [[], []],
    [artist(['song']), artist(['song'])],
  ])('nothing is listed when there is no difference: %o', (before, after) => {
    const { fields, nominations } = differenceBetween(before, after);
    expect([...fields, ...nominations]).toEqual([]);
  });

  test.each([
    'text',
    7,
    true,
    ['a', 'b'],
    [[['deep']]],
    { nominations: 'none' },
    { nominations: [null] },
    { nominations: [{ categoryId: 7 }] },
    JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}'),
  ])('any recorded value yields fields and pollutes no prototype: %o', (recorded) => {
    const { fields, nominations } = differenceBetween('something else', recorded);
    expect(fields.length).toBeGreaterThan(0);
    expect(nominations).toEqual([]);
    expect(Object.keys({})).not.toContain('polluted');
  });
});

describe('nominations', () => {
  const changes = (before: unknown, after: unknown) =>
    differenceBetween(before, after).nominations.map(
      ({ kind, nomination: { categoryId }, move }) =>
        move ? [kind, categoryId, move.from, move.to] : [kind, categoryId],
    );

  test('added and removed nominations do not count as moving the others', () => {
    expect(changes(artist(['song', 'album', 'video']), artist(['album', 'video', 'live']))).toEqual(
      [
        ['added', 'live'],
        ['removed', 'song'],
      ],
    );
  });

  test('as few nominations as possible are reported as moved', () => {
    expect(changes(artist(['a', 'b', 'c', 'd']), artist(['d', 'a', 'b', 'c']))).toEqual([
      ['changed', 'd', 4, 1],
    ]);
    expect(changes(artist(['a', 'b', 'c', 'd']), artist(['b', 'c', 'd', 'a']))).toEqual([
      ['changed', 'a', 1, 4],
    ]);
  });

  test('show their texts, and their category in both languages', () => {
    const before = artist([], { nominations: [nomination('song')] });
    const after = artist([], { nominations: [nomination('song', { nominationTitle: 'Coupé' })] });
    const { fields, nominations } = differenceBetween(before, after);
    expect(fields).toEqual([]);
    expect(nominations).toMatchObject([
      {
        kind: 'changed',
        move: null,
        nomination: { categoryName: 'Best song', categoryNameFr: 'Meilleur song' },
        fields: [{ path: ['nominationTitle'], before: null, after: 'Coupé' }],
      },
    ]);
  });

  test('can move and change at once', () => {
    const before = artist([], { nominations: [nomination('a'), nomination('b'), nomination('c')] });
    const after = artist([], {
      nominations: [nomination('c', { nominationTitle: 'New' }), nomination('a'), nomination('b')],
    });
    expect(differenceBetween(before, after).nominations).toMatchObject([
      { kind: 'changed', move: { from: 3, to: 1 }, fields: [{ after: 'New' }] },
    ]);
  });

  test('of a new artist are all listed', () => {
    expect(changes(null, artist(['song', 'album']))).toEqual([
      ['added', 'song'],
      ['added', 'album'],
    ]);
    expect(changes(artist(['song']), null)).toEqual([['removed', 'song']]);
  });
});
