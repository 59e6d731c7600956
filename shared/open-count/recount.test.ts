import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areEqual, bytesOf, toBase64 } from './bytes';
import {
  canonicalJson,
  commitmentTo,
  type Entry,
  type EntryVotes,
  entryBytes,
  type SealOpening,
  sealOf,
} from './entry';
import { GrowingTree, leafHash } from './merkle';
import { RECOUNT_FAULTS, Recount, type RecountFault } from './recount';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const MINUTE = '2026-11-28T19:14Z';
const SALT: Uint8Array = new Uint8Array(16).fill(1);
const DIGEST = toBase64(new Uint8Array(32).fill(9));
const COMMITMENT = commitmentTo(SALT, 'a code');

const naming = (number: number, artist = `Artist ${number}`): Entry => ({
  v: 1,
  kind: 'nomination',
  minute: MINUTE,
  nomination: id(number),
  artistId: id(100 + number),
  artist,
  categoryId: id(200),
  category: 'Song',
  categoryFr: 'Chanson',
});
const money = { method: 'card', currency: 'XAF', amount: 300, commitment: COMMITMENT } as const;
const counting = (votes: EntryVotes): Entry => ({
  v: 1,
  kind: 'count',
  minute: MINUTE,
  ...money,
  votes,
});
const sealing = (votes: EntryVotes, salt = SALT): Entry => ({
  v: 1,
  kind: 'count',
  minute: MINUTE,
  ...money,
  sealed: sealOf(salt, votes),
});
const takingBack = (entry: number): Entry => ({ v: 1, kind: 'take-back', minute: MINUTE, entry });
const opening = (below: number): Entry => ({ v: 1, kind: 'opening', minute: MINUTE, below });
const defining = (edition: number): Entry => ({
  v: 2,
  kind: 'edition',
  minute: MINUTE,
  edition,
  year: String(2025 + edition),
  name: 'The Awards',
  nameFr: null,
});
/** The same entry in version 2, which names an edition. */
const ofEdition = (edition: number, entry: Entry) => ({ ...entry, v: 2, edition }) as Entry;
const toOpen = (entry: number, votes: EntryVotes, salt = SALT): SealOpening => ({
  entry,
  salt: toBase64(salt),
  votes,
});

test('nominations of one artist in one category count together, and apart again', () => {
  const merged = { ...naming(2), artistId: id(101), artist: 'Artist 1' };
  const votes = [naming(1), naming(2), counting({ [id(1)]: 3, [id(2)]: 4 })];
  const { recount, totals, ...together } = recounted([...votes, merged]);
  expect([totals.get(id(1)), totals.get(id(2)), recount.totalOf(id(2))]).toEqual([7, 7, 7]);
  expect(together.votes).toEqual(
    new Map([
      [id(1), 3],
      [id(2), 4],
    ]),
  );
  expect(together.faults).toEqual([]);
  const apart = recounted([...votes, merged, naming(2)]);
  expect([apart.totals.get(id(1)), apart.totals.get(id(2))]).toEqual([3, 4]);
});

function recounted(entries: readonly (Entry | Uint8Array)[], openings: SealOpening[] = []) {
  const recount = new Recount();
  for (const entry of entries) recount.add(entry instanceof Uint8Array ? entry : entryBytes(entry));
  for (const opening of openings) recount.open(opening);
  return { recount, ...recount.result() };
}

const VOTES = { [id(1)]: 3 };

test('an empty log has no votes', () => {
  expect(recounted([])).toMatchObject({ entries: 0, payments: 0, sealed: 0, faults: [] });
});

const FAULTS: Record<RecountFault, [(Entry | Uint8Array)[], SealOpening[], number][]> = {
  malformed: [
    [[naming(1), bytesOf('not an entry'), counting(VOTES)], [], 1],
    [[naming(1), bytesOf(`${canonicalJson(counting(VOTES))} `)], [], 1],
  ],
  'counted-twice': [
    [[naming(1), counting(VOTES), counting(VOTES)], [], 2],
    [[naming(1), sealing(VOTES), counting(VOTES)], [], 2],
  ],
  'takes-back-nothing': [
    [[naming(1), takingBack(0)], [], 1],
    [[takingBack(0)], [], 0],
    [[naming(1), takingBack(2), counting(VOTES)], [], 1],
    [[naming(1), counting(VOTES), takingBack(1), takingBack(2)], [], 3],
  ],
  'taken-back-twice': [
    [[naming(1), counting(VOTES), takingBack(1), takingBack(1)], [], 3],
    [[naming(1), sealing(VOTES), takingBack(1), takingBack(1)], [], 3],
  ],
  'unknown-nomination': [
    [[naming(2), counting(VOTES)], [], 1],
    [[counting(VOTES), naming(1)], [], 0],
    [[counting(VOTES), takingBack(0)], [], 0],
    // Sealed before the entry that names the nomination.
    [[sealing(VOTES), naming(1), opening(1)], [toOpen(0, VOTES)], 0],
  ],
  'unknown-edition': [[[ofEdition(2, naming(1))], [], 0]],
  'other-edition': [
    [[defining(2), naming(1), ofEdition(2, counting(VOTES))], [], 2],
    [[defining(2), ofEdition(2, naming(1)), counting(VOTES)], [], 2],
    [[defining(2), naming(1), ofEdition(2, naming(1, 'Moved'))], [], 2],
    [[defining(2), naming(1), ofEdition(2, sealing(VOTES))], [toOpen(2, VOTES)], 2],
  ],
  'opens-too-much': [[[naming(1), sealing(VOTES), opening(3)], [], 2]],
  'not-opened': [
    [[naming(1), sealing(VOTES), opening(2)], [], 1],
    [[naming(1), sealing(VOTES), takingBack(1), opening(2)], [], 1],
  ],
  'opened-otherwise': [
    [[naming(1), naming(2), sealing(VOTES)], [toOpen(2, { [id(2)]: 3 })], 2],
    [[naming(1), sealing(VOTES)], [toOpen(1, { [id(1)]: 4 })], 1],
    [[naming(1), sealing(VOTES)], [toOpen(1, VOTES, SALT.with(0, 0))], 1],
  ],
  'opens-nothing': [
    [[naming(1), counting(VOTES)], [toOpen(1, VOTES)], 1],
    [[naming(1), counting(VOTES)], [toOpen(0, VOTES)], 0],
    [[naming(1), counting(VOTES)], [toOpen(9, VOTES)], 9],
    [[naming(1), sealing(VOTES), opening(2)], [toOpen(1, VOTES), toOpen(1, VOTES)], 1],
  ],
};

test.each(RECOUNT_FAULTS)('the fault %s is found at its index, and no other fault', (fault) => {
  for (const [entries, openings, entry] of FAULTS[fault]) {
    expect(recounted(entries, openings).faults).toEqual([{ entry, fault }]);
  }
});

test('each edition has its own sums, and version 1 is about the first one', () => {
  const second = (entry: Entry) => ofEdition(2, { ...entry, commitment: DIGEST } as Entry);
  const entries = [
    naming(1),
    counting(VOTES),
    defining(2),
    ofEdition(2, naming(2)),
    second(counting({ [id(2)]: 5 })),
    takingBack(4),
    second({ ...sealing({ [id(2)]: 9 }), currency: 'USD', commitment: COMMITMENT } as Entry),
  ];
  const { editions, editionNames, faults, ...all } = recounted(entries);
  expect(Object.fromEntries(editions)).toEqual({
    1: { payments: 1, takenBack: 0, money: { XAF: 300, USD: 0 }, votes: 3, sealed: 0 },
    2: { payments: 2, takenBack: 1, money: { XAF: 0, USD: 300 }, votes: 0, sealed: 1 },
  });
  expect(all).toMatchObject({
    payments: 3,
    takenBack: 1,
    money: { XAF: 300, USD: 300 },
    sealed: 1,
  });
  expect(editionNames.get(2)).toMatchObject({ year: '2027', name: 'The Awards' });
  expect(faults).toEqual([{ entry: 6, fault: 'counted-twice' }]);
});

test('an opening opens the seals of its edition alone', () => {
  const salts = [1, 2, 3].map((fill) => new Uint8Array(16).fill(fill));
  const seal = (at: number, votes: EntryVotes) =>
    ({ ...sealing(votes, salts[at]), commitment: commitmentTo(salts[at]!, 'code') }) as Entry;
  const entries = [
    naming(1),
    seal(0, VOTES),
    defining(2),
    ofEdition(2, naming(2)),
    ofEdition(2, seal(1, { [id(2)]: 5 })),
    ofEdition(2, opening(5)),
    ofEdition(2, seal(2, { [id(2)]: 7 })),
  ];
  const { recount, ...before } = recounted(entries);
  expect(before.faults).toEqual([{ entry: 4, fault: 'not-opened' }]);
  expect(recount.bundlesToOpen()).toEqual([{ level: 'openings-2', index: 0, width: 5 }]);
  recount.open(toOpen(4, { [id(2)]: 5 }, salts[1]), 2);
  expect(recount.bundlesToOpen()).toEqual([]);
  expect(recount.result()).toMatchObject({ sealed: 2, faults: [] });
  expect(recount.votesOf(id(2))).toBe(5);
  // The bundles of one edition do not open another's.
  recount.open(toOpen(1, VOTES, salts[0]), 2);
  expect(recount.result().faults).toEqual([{ entry: 1, fault: 'opens-nothing' }]);
  // The opening of another edition does not close what this one has opened.
  for (const entry of [opening(2), ofEdition(2, opening(7))]) recount.add(entryBytes(entry));
  expect(recount.stillSealed()).toEqual([1, 6]);
});

test('a faulty entry changes no total twice', () => {
  const entries = [naming(1), counting(VOTES), takingBack(1), takingBack(1), bytesOf('{}')];
  const { votes, money: sums, payments, takenBack } = recounted(entries);
  expect(votes.get(id(1))).toBe(0);
  expect({ sums, payments, takenBack }).toEqual({
    sums: { XAF: 0, USD: 0 },
    payments: 1,
    takenBack: 1,
  });
});

test('a nomination has its latest name', () => {
  const { nominations } = recounted([naming(1), naming(1, 'Somebody else')]);
  expect(nominations.get(id(1))?.artist).toBe('Somebody else');
});

/** Random operations on a log, with random indexes and nominations. */
type Operation =
  | { do: 'name'; which: number }
  | { do: 'count'; isSealed: boolean; amount: number; isCents: boolean; votes: number[] }
  | { do: 'take-back'; which: number }
  | { do: 'open' };

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant('name' as const), which: fc.nat(4) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('count' as const),
      isSealed: fc.boolean(),
      amount: fc.nat(10_000),
      isCents: fc.boolean(),
      votes: fc.array(fc.nat(50), { minLength: 5, maxLength: 5 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('take-back' as const), which: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('open' as const) }) },
);

interface Payment {
  index: number;
  currency: 'XAF' | 'USD';
  amount: number;
  votes: EntryVotes;
  salt: Uint8Array | null;
  isTakenBack: boolean;
}

/** The log after these operations, and the payments as expected from them. */
function historyOf(operations: readonly Operation[]) {
  const entries = [0, 1, 2, 3, 4].map((which) => naming(which));
  const payments: Payment[] = [];
  let openBelow = 0;
  for (const operation of operations) {
    const index = entries.length;
    if (operation.do === 'name') entries.push(naming(operation.which, `Name ${index}`));
    if (operation.do === 'open') {
      entries.push(opening(index));
      openBelow = index;
    }
    if (operation.do === 'take-back') {
      const left = payments.filter(({ isTakenBack }) => !isTakenBack);
      const payment = left[operation.which % left.length];
      if (!payment) continue;
      payment.isTakenBack = true;
      entries.push(takingBack(payment.index));
    }
    if (operation.do === 'count') {
      const votes: EntryVotes = {};
      for (const [which, count] of operation.votes.entries())
        if (count > 0) votes[id(which)] = count;
      const salt = operation.isSealed ? new Uint8Array(16).fill(index) : null;
      const currency = operation.isCents ? 'USD' : 'XAF';
      const entry = salt ? sealing(votes, salt) : counting(votes);
      const commitment = commitmentTo(SALT, `code ${index}`);
      entries.push({ ...entry, currency, amount: operation.amount, commitment } as Entry);
      payments.push({ index, currency, amount: operation.amount, votes, salt, isTakenBack: false });
    }
  }
  return { entries, payments, openBelow };
}

test('when replayed, any log has the totals of its payments', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
      const { entries, payments, openBelow } = historyOf(operations);
      const isOpened = ({ index }: Payment) => index < openBelow;
      const openings = payments
        .filter((payment) => payment.salt && isOpened(payment))
        .map(({ index, votes, salt }) => toOpen(index, votes, salt!));
      const result = recounted(entries, openings);

      const left = payments.filter(({ isTakenBack }) => !isTakenBack);
      const visible = left.filter((payment) => !payment.salt || isOpened(payment));
      for (const which of [0, 1, 2, 3, 4]) {
        const sum = visible.reduce((total, { votes }) => total + (votes[id(which)] ?? 0), 0);
        expect(result.votes.get(id(which)) ?? 0).toBe(sum);
      }
      const moneyIn = (of: 'XAF' | 'USD') =>
        left.reduce((total, { currency, amount }) => total + (currency === of ? amount : 0), 0);
      expect(result.money).toEqual({ XAF: moneyIn('XAF'), USD: moneyIn('USD') });
      expect(result.payments).toBe(payments.length);
      expect(result.takenBack).toBe(payments.length - left.length);
      expect(result.sealed).toBe(
        payments.filter((payment) => payment.salt && !isOpened(payment)).length,
      );
      expect(result.faults).toEqual([]);

      const tree = new GrowingTree();
      for (const entry of entries) tree.append(leafHash(entryBytes(entry)));
      expect(result.recount.root()).toEqual(tree.root());
      expect(result.recount.openBelow.get(1) ?? 0).toBe(openBelow);
    }),
    { numRuns: 300, seed: 1 },
  );
});

test('an entry that is lost, duplicated, moved or altered changes the root', () => {
  fc.assert(
    fc.property(
      fc.array(operation, { minLength: 5, maxLength: 30 }),
      fc.nat(),
      (operations, any) => {
        const { entries } = historyOf(operations);
        const bytes = entries.map((entry): Uint8Array => entryBytes(entry));
        const index = any % (bytes.length - 1);
        const root = recounted(bytes).recount.root();
        const [one, next] = [bytes[index]!, bytes[index + 1]!];
        const others = [
          bytes.toSpliced(index, 1),
          bytes.toSpliced(index, 0, one),
          bytes.with(index, one.with(9, one[9]! ^ 1)),
        ];
        if (!areEqual(one, next)) others.push(bytes.toSpliced(index, 2, next, one));
        for (const other of others) expect(recounted(other).recount.root()).not.toEqual(root);
      },
    ),
    { numRuns: 100, seed: 2 },
  );
});
