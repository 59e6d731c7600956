import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { leafHash } from '#shared/open-count/merkle';
import { parseNote, toNote, toVkey, verifierKey } from '#shared/open-count/note';
import { cosignText, signerOf, signText } from '#shared/open-count/signer';
import { toBundle } from '#shared/open-count/tiles';
import {
  bytesLike,
  type CountSite,
  changed,
  countSite,
  logSigner,
  ORIGIN,
  signedNote,
  verifierAlone,
  WrittenLog,
  withLine,
} from '../support/count-site';

let verifier: Awaited<ReturnType<typeof verifierAlone>>;
beforeAll(async () => {
  verifier = await verifierAlone();
});
afterAll(() => verifier?.remove());

const open: CountSite[] = [];
afterEach(() => Promise.all(open.splice(0).map((site) => site.close())));

async function siteOf(...args: Parameters<typeof countSite>): Promise<CountSite> {
  const site = await countSite(...args);
  open.push(site);
  return site;
}

const MINUTE = '2026-11-28T19:14Z';
let states = 0;
const newState = () => path.join(verifier.folder, `state-${states++}.json`);

/** Runs the verifier once, without waiting, and without stored state unless a file is named. */
const verify = (site: CountSite, ...args: string[]) =>
  verifier.run(site.url, '--patience', '0', '--state', newState(), ...args);

/** The id of the first nomination of `wholeLog`. */
const ONE = new WrittenLog().nominate(1);

/** 640 entries of every kind; those from 300 on were sealed, and opened. */
function wholeLog(): WrittenLog {
  const log = new WrittenLog();
  const first = log.nominate(1, { categoryFr: null });
  const second = log.nominate(2, { artist: 'Zoë “Z” & fils', categoryFr: null });
  while (log.entries.length < 300) log.count({ [first]: 1, [second]: 2 });
  log.takeBack(17);
  while (log.entries.length < 600) log.count({ [second]: 3 }, { isSealed: true });
  log.takeBack(310);
  log.open();
  log.takeBack(311);
  log.nominate(1, { artist: 'Artist 1, renamed', categoryFr: null });
  while (log.entries.length < 640) log.count({ [first]: 5 });
  return log;
}

/**
 * Entries of both versions about two editions: what the first one sealed is still secret, and the
 * second one has opened its seals.
 */
function logOfEditions() {
  const log = new WrittenLog();
  const first = log.nominate(1);
  log.count({ [first]: 1 });
  log.count({ [first]: 2 }, { isSealed: true });
  log.begin(1, { year: '2026', nameFr: 'Prix de la musique' });
  log.count({ [first]: 4 });
  log.begin(2, { year: '2027' });
  const second = log.nominate(2);
  log.count({ [second]: 8 });
  const sealed = log.count({ [second]: 16 }, { isSealed: true });
  log.open();
  log.takeBack(sealed);
  return { log, first, second };
}

const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

describe('an honest log', () => {
  test('of every kind of entry is equal, in plain sentences', async () => {
    const site = await siteOf(wholeLog());
    const { code, text } = await verify(site, '--key', site.key);
    expect(text).toContain('Checkpoint: 640 entries');
    expect(text).toContain('3 of them withdrawn');
    expect(text).toContain('the totals of 2 nominations');
    expect(text).toContain('Entry 603 renames a nomination that had 297 public votes');
    expect(text).toMatch(/^EQUAL: /m);
    expect(code).toBe(0);
  });

  test('of more than 65,536 entries is read through tiles of three levels', async () => {
    const log = new WrittenLog();
    const nomination = log.nominate(1);
    while (log.entries.length < 65_540) log.count({ [nomination]: 1 });
    const site = await siteOf(log);
    const { code, text } = await verify(site);
    expect(text).toContain('65,539 payments');
    expect(code).toBe(0);
    expect(site.requests).toContain('/count/tile/2/000.p/1');
    expect(site.requests).toContain('/count/tile/entries/256.p/4');
  });

  test('without an entry is equal too', async () => {
    const { code, text } = await verify(await siteOf(new WrittenLog()));
    expect(text).toContain('Checkpoint: 0 entries');
    expect(code).toBe(0);
  });

  test('whose votes are sealed is equal, and the sentences name what was not compared', async () => {
    const log = new WrittenLog();
    const nomination = log.nominate(1);
    for (let number = 0; number < 5; number++) log.count({ [nomination]: 1 }, { isSealed: true });
    const site = await siteOf(log);
    site.results = { shows: 'hidden', since: null };
    site.shown = (nomination) => ({ ...nomination, voteCount: null });
    const { code, text } = await verify(site);
    expect(text).toContain('5 payments still sealed');
    expect(text).toContain('No totals: the site shows none');
    expect(code).toBe(0);
  });

  test('is compared with the totals of the moment when the results were sealed', async () => {
    const log = new WrittenLog();
    const nomination = log.nominate(1);
    const early = log.count({ [nomination]: 2 }, { minute: '2026-11-28T19:14Z' });
    log.count({ [nomination]: 3 }, { minute: '2026-11-28T19:29Z' });
    log.count({ [nomination]: 7 }, { minute: '2026-11-28T19:31Z', isSealed: true });
    log.takeBack(early, '2026-11-28T19:40Z');
    const site = await siteOf(log);
    site.results = { shows: 'sealed', since: '2026-11-28T19:30:00.000Z' };
    site.shown = (nomination) => ({ ...nomination, voteCount: 5 });
    const { code, text } = await verify(site);
    expect(text).toContain('the totals of 1 nomination as they were when the results were sealed');
    expect(code).toBe(0);
    site.shown = (nomination) => ({ ...nomination, voteCount: 6 });
    expect((await verify(site)).text).toContain('has 5 votes in the log and 6 on the site');
  });

  test('of several editions is counted in all and by edition', async () => {
    const site = await siteOf(logOfEditions().log);
    const { code, text } = await verify(site);
    expect(text).toContain(
      'Counted: 5 payments, 1 of them withdrawn; 400 XAF, 3.00 USD; 13 public',
    );
    expect(text).toContain(
      'Of these in Music Awards 2026: 3 payments, 0 of them withdrawn; 400 XAF, 2.00 USD; 5 public votes; 1 payment still sealed.',
    );
    expect(text).toContain(
      'Of these in Music Awards 2027: 2 payments, 1 of them withdrawn; 0 XAF, 1.00 USD; 8 public votes; 0 payments still sealed.',
    );
    expect(text).toContain('the totals of 1 nomination.');
    expect(code).toBe(0);
    const french = await verify(site, '--lang', 'fr');
    expect(french.text).toContain('Dont, pour Prix de la musique 2026 : 3 paiements');
    const openings = site.requests.filter((path) => path.includes('openings'));
    expect(new Set(openings)).toEqual(new Set(['/count/tile/openings-2/000.p/9']));
    const { editions } = JSON.parse((await verify(site, '--json')).text);
    expect(editions[2]).toEqual({
      payments: 2,
      takenBack: 1,
      money: { XAF: 0, USD: 100 },
      votes: 8,
      sealed: 0,
    });
  });

  test('whose older edition publishes its results later opens only its own seals', async () => {
    const { log } = logOfEditions();
    log.add({ v: 2, kind: 'opening', edition: 1, minute: '2026-12-01T10:00Z', below: 5 });
    const site = await siteOf(log);
    const { code, text } = await verify(site);
    expect(text).toContain('7 public votes; 0 payments still sealed');
    expect(code).toBe(0);
    expect(site.requests).toContain('/count/tile/openings/000.p/5');
  });

  test('may serve only full tiles, once it has them', async () => {
    const site = await siteOf(wholeLog());
    const shorter = wholeLog();
    shorter.entries.length = 612;
    site.signed = shorter;
    while (site.log.entries.length < 768) site.log.count({ [ONE]: 5 });
    for (const missing of ['0/002', 'entries/002', 'openings/002']) {
      site.answers.set(`/count/tile/${missing}.p/100`, (_req, res) => res.writeHead(404).end());
    }
    const { code, text } = await verify(site);
    expect(text).toContain('Checkpoint: 612 entries');
    expect(code).toBe(0);
  });
});

describe('a log that was tampered with', () => {
  /** Changes of what is served, with the signature of the honest log. */
  const CHANGES: [string, (log: WrittenLog) => void, RegExp][] = [
    [
      'a dropped entry',
      ({ entries }) => void entries.splice(400, 1),
      /The site withholds tile\/(entries|0)\/002\.p\/128, with the entries 512 to 639/,
    ],
    [
      'a changed entry',
      ({ entries }) => void entries.splice(5, 1, changed(entries[5], { amount: 1 })),
      /Among the entries 0 to 255, at least one is not the one that was entered/,
    ],
    [
      'two entries in another order',
      ({ entries }) => void entries.splice(258, 2, ...entries.slice(258, 260).reverse()),
      /Among the entries 256 to 511/,
    ],
    [
      'a duplicate entry',
      ({ entries }) => void entries.splice(6, 0, entries[5] as Uint8Array),
      /Among the entries 0 to 255/,
    ],
    [
      'a changed entry of the last tile',
      ({ entries }) => void entries.splice(639, 1, changed(entries[639], { amount: 1 })),
      /the difference is among the entries 0 to 639\. The root should be .+ and is .+/,
    ],
  ];
  test.each(CHANGES)('%s, in bundles and tiles alike', async (_name, change, says) => {
    const site = await siteOf(wholeLog());
    site.log = site.log.copy();
    change(site.log);
    // Tiles above the leaves stay as they were signed, as they do in the server's database.
    const honest = await siteOf(wholeLog());
    const above = await fetch(`${honest.url}/count/tile/1/000.p/2`);
    site.answers.set('/count/tile/1/000.p/2', new Uint8Array(await above.arrayBuffer()));
    const { code, text } = await verify(site);
    expect(text).toMatch(/^DIFFERENT: /m);
    expect(text).toMatch(says);
    expect(code).toBe(1);
  });

  test('an entry changed only in its bundle is named, with both hashes', async () => {
    const site = await siteOf(wholeLog());
    const entries = site.log.entries.slice(256, 512);
    const altered = changed(entries[44], { minute: '2026-11-28T19:15Z' });
    const [expected, found] = [site.log.entries[300], altered].map((entry) =>
      Buffer.from(leafHash(entry as Uint8Array)).toString('base64'),
    );
    entries[44] = altered;
    site.answers.set('/count/tile/entries/001', toBundle(entries));
    const { code, text } = await verify(site);
    expect(text).toContain(
      `DIFFERENT: Entry 300 is not the one that was entered: its hash should be ${expected} and is ${found}.`,
    );
    expect(code).toBe(1);
  });

  test('an entry missing in its bundle is named', async () => {
    const site = await siteOf(wholeLog());
    site.answers.set('/count/tile/entries/001', toBundle(site.log.entries.slice(256, 511)));
    const { code, text } = await verify(site);
    expect(text).toContain('Entry 511 is missing');
    expect(code).toBe(1);
  });

  test.each([
    ['0/002.p/128', 32 * 40, 552],
    ['1/000.p/2', 32, 256],
  ])(
    'a false tile of hashes is distinguished from a changed entry: %s',
    async (tile, at, entry) => {
      const site = await siteOf(wholeLog());
      const bytes = new Uint8Array(
        await (await fetch(`${site.url}/count/tile/${tile}`)).arrayBuffer(),
      );
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      site.answers.set(`/count/tile/${tile}`, bytes);
      const { code, text } = await verify(site);
      expect(text).toContain('The entries are those that were signed, and the hashes beside them');
      expect(text).toContain(`tile/${tile}, at entry ${entry}`);
      expect(code).toBe(1);
    },
  );

  test('a tile that is too short is reported', async () => {
    const site = await siteOf(wholeLog());
    site.answers.set('/count/tile/0/001', new Uint8Array(64));
    const { code, text } = await verify(site);
    expect(text).toContain('tile/0/001 should have 8,192 bytes and has 64');
    expect(code).toBe(1);
  });
});

describe('a signed log with forbidden content', () => {
  const FAULTS: [string, (log: WrittenLog, nomination: string) => void, string][] = [
    [
      'a payment counted twice',
      ({ entries }) => void entries.push(entries[1] as Uint8Array),
      'Entry 2 counts a payment that an earlier entry counts',
    ],
    [
      'a withdrawal of a wrong entry',
      (log) => void log.takeBack(0),
      'Entry 2 withdraws entry 0, which counts no payment',
    ],
    [
      'a withdrawal of a later entry',
      (log) => void log.takeBack(7),
      'Entry 2 withdraws entry 7, which counts no payment',
    ],
    [
      'a second withdrawal',
      (log) => {
        log.takeBack(1);
        log.takeBack(1);
      },
      'Entry 3 withdraws entry 1 for a second time',
    ],
    [
      'votes for an unnamed nomination',
      (log) => void log.count({ '11111111-1111-4111-8111-111111111111': 1 }),
      'Entry 2 votes for the nomination 11111111-1111-4111-8111-111111111111',
    ],
    [
      'an opening of later entries',
      (log) => void log.add({ v: 1, kind: 'opening', minute: MINUTE, below: 3 }),
      'Entry 2 opens all entries before 3',
    ],
    [
      'an edition that no entry defines',
      (log) => void log.add({ v: 2, kind: 'opening', edition: 7, minute: MINUTE, below: 0 }),
      'Entry 2 is about edition 7, which no entry before it has defined',
    ],
    [
      'votes for a nomination of another edition',
      (log, nomination) => {
        log.begin(2);
        log.count({ [nomination]: 3 });
      },
      'Entry 3 is about another edition than the nomination 0',
    ],
    [
      'sealed votes for a nomination of another edition',
      (log, nomination) => {
        log.begin(2);
        log.count({ [nomination]: 3 }, { isSealed: true });
        log.open();
      },
      'Entry 3 is about another edition than the nomination 0',
    ],
    [
      'a nomination that moves to another edition',
      (log) => {
        log.begin(2);
        log.nominate(1);
      },
      'Entry 3 is about another edition than the nomination 0',
    ],
    [
      'an edition of version 1',
      ({ entries }) => void entries.push(changed(entries[1], { edition: 1 })),
      'Entry 2 does not have a format',
    ],
    [
      'version 2 without an edition',
      ({ entries }) => void entries.push(changed(entries[1], { v: 2 })),
      'Entry 2 does not have a format',
    ],
    [
      'edition 0',
      ({ entries }) => void entries.push(changed(entries[1], { v: 2, edition: 0 })),
      'Entry 2 does not have a format',
    ],
    [
      'a withdrawal that names an edition',
      (log) => {
        log.takeBack(1);
        log.entries[2] = changed(log.entries[2], { v: 2, edition: 1 });
      },
      'Entry 2 does not have a format',
    ],
    [
      'an entry with a space in it',
      ({ entries }) =>
        void entries.push(new TextEncoder().encode(textOf(entries[1]).replace(',', ', '))),
      'Entry 2 does not have a format',
    ],
    [
      'an entry with an extra member',
      ({ entries }) => void entries.push(changed(entries[1], { note: 'x' })),
      'Entry 2 does not have a format',
    ],
    [
      'an entry with an invalid day',
      ({ entries }) => void entries.push(changed(entries[1], { minute: '2026-02-30T19:14Z' })),
      'Entry 2 does not have a format',
    ],
    [
      'votes below one',
      (log, nomination) => void log.count({ [nomination]: -3 }),
      'Entry 2 does not have a format',
    ],
    [
      'no UTF-8',
      ({ entries }) => void entries.push(Uint8Array.of(0xff, 0xfe)),
      'Entry 2 does not have a format',
    ],
    [
      'a missing opening',
      (log, nomination) => {
        log.count({ [nomination]: 3 }, { isSealed: true });
        log.open();
        log.openings.clear();
      },
      'The votes of entry 2 are sealed and were to be opened; they are not',
    ],
    [
      'an opening to other votes',
      (log, nomination) => {
        const entryIndex = log.count({ [nomination]: 3 }, { isSealed: true });
        log.open();
        const opening = log.openings.get(entryIndex);
        if (opening) log.openings.set(entryIndex, { ...opening, votes: { [nomination]: 30 } });
      },
      'The votes shown for entry 2 are not those that were sealed',
    ],
    [
      'an opening without a seal',
      (log, nomination) => {
        const entryIndex = log.count({ [nomination]: 3 }, { isSealed: true });
        const opening = log.openings.get(entryIndex);
        log.open();
        if (opening) log.openings.set(1, { ...opening, entry: 1 });
        log.openings = new Map([...log.openings].sort(([a], [b]) => a - b));
      },
      'There are votes to open entry 1, and nothing in it was sealed',
    ],
  ];
  test.each(FAULTS)('%s', async (_name, change, says) => {
    const log = new WrittenLog();
    const nomination = log.nominate(1);
    log.count({ [nomination]: 4 });
    change(log, nomination);
    const site = await siteOf(log);
    const { code, text } = await verify(site);
    expect(text).toContain(`DIFFERENT: ${says}`);
    expect(code).toBe(1);
  });
});

describe('a checkpoint', () => {
  function remembering() {
    const state = newState();
    const run = (site: CountSite) => verifier.run(site.url, '--patience', '0', '--state', state);
    return { state, run };
  }

  test('must contain the checkpoint seen before', async () => {
    const { run } = remembering();
    const site = await siteOf(wholeLog());
    await run(site);
    site.log.count({ [ONE]: 2 });
    const { code, text } = await run(site);
    expect(text).toMatch(/It contains, unchanged, the 640 entries seen on 20/);
    expect(code).toBe(0);
  });

  test('that is older than the checkpoint seen before is reported', async () => {
    const { run } = remembering();
    const site = await siteOf(wholeLog());
    await run(site);
    site.log.entries.length = 630;
    const { code, text } = await run(site);
    expect(text).toContain('DIFFERENT: An old checkpoint: it has 630 entries, and 640 were signed');
    expect(code).toBe(1);
  });

  test.each([
    ['of the same size', 0],
    ['that has grown', 3],
  ])('of a forked tree %s is reported, and both are kept', async (_name, more) => {
    const { run, state } = remembering();
    const site = await siteOf(wholeLog());
    await run(site);
    const before = JSON.parse(await readFile(state, 'utf8'));
    const fork = wholeLog();
    fork.entries[638] = changed(fork.entries[638], { amount: 100_000 });
    for (let number = 0; number < more; number++) fork.takeBack(20 + number);
    site.log = fork;
    site.signed = fork;
    const { code, text } = await run(site);
    expect(text).toContain('DIFFERENT: Forked: the log has signed two histories');
    expect(code).toBe(1);
    const after = JSON.parse(await readFile(state, 'utf8'));
    expect(after).toEqual({
      ...before,
      contradiction: await signedNote(fork, site.signers),
    });
    const honest = await siteOf(wholeLog());
    const later = await run(honest);
    expect(later.text).toContain('DIFFERENT: The log has signed two histories before');
    expect(later.code).toBe(1);
  });

  test('of another log is reported', async () => {
    const { run, state } = remembering();
    const site = await siteOf(wholeLog());
    await run(site);
    const remembered = JSON.parse(await readFile(state, 'utf8'));
    await writeFile(state, JSON.stringify({ ...remembered, origin: 'other.example/count' }));
    expect((await run(site)).text).toContain('DIFFERENT: This is another log');
  });

  test('signed by another key than the required one is reported', async () => {
    const site = await siteOf(wholeLog(), [logSigner('somebody')]);
    const { code, text } = await verify(site, '--key', toVkey(logSigner('log').key));
    expect(text).toContain(
      'is not signed by the key it has to be signed by: awards.example/count+',
    );
    expect(code).toBe(1);
  });

  test('with a bad signature is reported', async () => {
    const site = await siteOf(wholeLog());
    const other = await signedNote(new WrittenLog(), site.signers);
    const note = await signedNote(site.log, site.signers);
    const { text } = parseNote(note);
    site.answers.set('/count/checkpoint', `${text}\n${other.slice(other.lastIndexOf('— '))}`);
    const { code, text: output } = await verify(site);
    expect(output).toContain('and the signature is not by it');
    expect(code).toBe(1);
  });

  test('key that is taken from the site is stored, and a change of it reported', async () => {
    const { run } = remembering();
    const site = await siteOf(wholeLog());
    expect((await run(site)).text).toContain(
      'The key was taken from the site itself, for this first time',
    );
    site.signers = [logSigner('other')];
    const { code, text } = await run(site);
    expect(text).toContain('The site names other keys than before, new: awards.example/count+');
    expect(text).toMatch(/^DIFFERENT: The checkpoint of awards.example\/count is not signed/m);
    expect(code).toBe(1);
  });

  test('key may be replaced by one that has signed beside it', async () => {
    const { run } = remembering();
    const site = await siteOf(wholeLog());
    await run(site);
    site.signers = [logSigner('new'), logSigner('log')];
    expect(await run(site)).toMatchObject({ code: 0, text: expect.stringContaining('new: ') });
    site.signers = [logSigner('new')];
    expect(await run(site)).toMatchObject({ code: 0, text: expect.stringContaining('gone: ') });
  });
});

test.each([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  `${'00'.repeat(31)}80`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}ff`,
  `ee${'ff'.repeat(30)}7f`,
])('a key with which anyone can sign is invalid: %s', async (hex) => {
  const weak = toVkey(verifierKey(ORIGIN, 'log', Uint8Array.from(Buffer.from(hex, 'hex'))));
  const { code, text } = await verifier.run('http://127.0.0.1:1', '--key', weak);
  expect(text).toMatch(/^--key\n/);
  expect(code).toBe(2);
});

describe('witnesses', () => {
  const [alice, bob] = ['alice.example', 'bob.example'].map((name) =>
    signerOf(name, 'witness', bytesLike(name, 32)),
  ) as [ReturnType<typeof signerOf>, ReturnType<typeof signerOf>];

  async function policyFile(...lines: string[]): Promise<string> {
    const file = `${newState()}.policy`;
    await writeFile(file, lines.map((line) => `${line}\n`).join(''));
    return file;
  }
  const WITNESSES = [
    '# who watches',
    `log ${toVkey(logSigner('log').key)}`,
    `witness A ${toVkey(alice.key)} https://alice.example`,
    `\twitness  B ${toVkey(bob.key)}`,
    'group both all A B',
    'group first 1 both',
  ];

  async function seenBy(site: CountSite, ...signers: ReturnType<typeof signerOf>[]) {
    let note = await signedNote(site.log, site.signers);
    const { text } = parseNote(note);
    for (const signer of signers) {
      note = withLine(note, await cosignText(signer, text, 1_764_357_240));
    }
    site.answers.set('/count/checkpoint', note);
    return note;
  }

  test('who have signed as the policy requires are named', async () => {
    const site = await siteOf(wholeLog());
    await seenBy(site, alice, bob);
    const policy = await policyFile(...WITNESSES, 'quorum first');
    const { code, text } = await verify(site, '--policy', policy);
    expect(text).toContain('alice.example (2025-11-28T19:14:00.000Z), bob.example');
    expect(code).toBe(0);
  });

  test('who are too few leave the result open', async () => {
    const site = await siteOf(wholeLog());
    await seenBy(site, bob);
    const policy = await policyFile(...WITNESSES, 'quorum first');
    const { code, text } = await verify(site, '--policy', policy);
    expect(text).toContain('COULD NOT TELL: Too few witnesses have signed');
    expect(text).toContain('only bob.example');
    expect(code).toBe(2);
    const any = await policyFile(...WITNESSES, 'quorum B');
    expect((await verify(site, '--policy', any)).code).toBe(0);
  });

  test('whose signature is forged are reported', async () => {
    const site = await siteOf(wholeLog());
    const note = await seenBy(site, alice);
    const forger = { ...alice, secret: bytesLike('forger', 32) };
    const { text } = parseNote(note);
    const plain = await signedNote(site.log, site.signers);
    site.answers.set(
      '/count/checkpoint',
      withLine(plain, await cosignText(forger, text, 1_764_357_240)),
    );
    const policy = await policyFile(...WITNESSES, 'quorum none');
    const { code, text: output } = await verify(site, '--policy', policy);
    expect(output).toContain(
      'DIFFERENT: The checkpoint bears the name of the witness alice.example',
    );
    expect(code).toBe(1);
  });

  test.each([
    ['no quorum', []],
    ['a group of unknown members', ['group x any C', 'quorum x']],
    ['a group with too high a threshold', ['group x 3 A B', 'quorum x']],
    ['a member of two groups', ['group x any A', 'quorum x']],
    ['a key twice', [`witness C ${toVkey(bob.key)}`, 'quorum C']],
    ['two quorums', ['quorum A', 'quorum B']],
    ['a line of another kind', ['quorum A', 'wittness D']],
  ])('a policy with %s is rejected', async (_name, lines) => {
    const policy = await policyFile(...WITNESSES, ...lines);
    const { code, text } = await verifier.run('http://127.0.0.1:1', '--policy', policy);
    expect(text).toContain('The policy cannot be read: line');
    expect(code).toBe(2);
  });
});

describe('the data on the site', () => {
  test.each<[string, (site: CountSite) => void, string]>([
    [
      'another artist',
      (site) => {
        site.shown = (nomination) => ({
          ...nomination,
          artist: { ...nomination.artist, name: 'Somebody else' },
        });
      },
      'its artist is “Artist 1, renamed” there and “Somebody else” on the site',
    ],
    [
      'another category',
      (site) => {
        site.shown = (nomination) => ({
          ...nomination,
          category: { ...nomination.category, name: 'Song' },
        });
      },
      'its category is “Song of the year” there and “Song” on the site',
    ],
    [
      'one vote too many',
      (site) => {
        site.shown = (nomination) => ({
          ...nomination,
          voteCount: (nomination.voteCount ?? 0) + 1,
        });
      },
      'votes in the log and 478 on the site',
    ],
    [
      'votes for a nomination missing in the log',
      (site) => {
        site.shown = (nomination) => ({
          ...nomination,
          id: '22222222-2222-4222-8222-222222222222',
        });
      },
      'which are not in the log',
    ],
    [
      'another sum',
      (site) => {
        site.answers.set('/api/count', JSON.stringify({ head: { size: 640, payments: 1 } }));
      },
      'The open count page says payments 1; the log says',
    ],
    [
      'another sum of an edition',
      (site) => {
        const editions = [{ id: 1, payments: 3 }];
        site.answers.set('/api/count', JSON.stringify({ head: { size: 640 }, editions }));
      },
      'The open count page says payments 3 for edition 1; the log says',
    ],
  ])('%s is reported', async (_name, change, says) => {
    const site = await siteOf(wholeLog());
    change(site);
    const { code, text } = await verify(site);
    expect(text).toContain('DIFFERENT: ');
    expect(text).toContain(says);
    expect(code).toBe(1);
  });

  test('published totals of sealed votes are reported', async () => {
    const log = new WrittenLog();
    const nomination = log.nominate(1);
    log.count({ [nomination]: 4 }, { isSealed: true });
    const { code, text } = await verify(await siteOf(log));
    expect(text).toContain(
      'the votes of 1 payment are still sealed in the log; the first is entry 1',
    );
    expect(code).toBe(1);
  });

  test('is compared again while votes are being entered', async () => {
    const log = wholeLog();
    const site = await siteOf(log);
    const longerLog = log.copy();
    longerLog.count({ [ONE]: 9 });
    site.log = longerLog;
    // The API has the votes already; the checkpoint follows with the second request for it.
    let asked = 0;
    site.signed = longerLog;
    const shorterNote = await signedNote(log, site.signers);
    const longerNote = await signedNote(longerLog, site.signers);
    site.answers.set('/count/checkpoint', (_req, res) =>
      res.end(asked++ === 0 ? shorterNote : longerNote),
    );
    const { code, text } = await verify(site);
    expect(text).toContain('Checkpoint: 641 entries');
    expect(code).toBe(0);
  });
});

test('a category that is deleted in between is skipped', async () => {
  const site = await siteOf(wholeLog());
  const deletedId = '33333333-3333-4333-8333-333333333333';
  const listed: object[] = await (await fetch(`${site.url}/api/categories`)).json();
  site.answers.set('/api/categories', JSON.stringify([{ id: deletedId }, ...listed]));
  site.answers.set(`/api/nominations/category/${deletedId}`, (_req, res) =>
    res.writeHead(404).end(),
  );
  const { code, text } = await verify(site);
  expect(text).toContain('EQUAL: ');
  expect(code).toBe(0);
});

describe('a site that does not respond correctly', () => {
  test.each<[string, (site: CountSite) => void, string]>([
    [
      'no checkpoint yet',
      (site) => site.answers.set('/count/checkpoint', (_req, res) => res.writeHead(404).end()),
      'There is no checkpoint yet',
    ],
    [
      'a redirect',
      (site) =>
        site.answers.set('/count/key', (_req, res) =>
          res.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end(),
        ),
      'redirects to http://127.0.0.1:1/',
    ],
    [
      'a page instead of a tile',
      (site) =>
        site.answers.set('/count/tile/0/001', (_req, res) =>
          res.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>'),
        ),
      'answers with a web page',
    ],
    [
      'an endless tile',
      (site) =>
        site.answers.set('/count/tile/0/001', (_req, res) =>
          res.writeHead(200).end(new Uint8Array(1e6)),
        ),
      'sends more than the 8,192 bytes',
    ],
    [
      'a truncated response',
      (site) =>
        site.answers.set('/count/tile/entries/001', (_req, res) =>
          res.writeHead(200, { 'Content-Length': 99_999 }).write('x', () => res.destroy()),
        ),
      'does not answer',
    ],
    [
      'a server error',
      (site) => site.answers.set('/api/categories', (_req, res) => res.writeHead(500).end()),
      'answers with the status 500',
    ],
    [
      'JSON of another shape',
      (site) => site.answers.set('/api/categories', '[{"id":"../../etc"}]'),
      'does not answer with what is documented',
    ],
    [
      'an invalid checkpoint',
      (site) => site.answers.set('/count/checkpoint', 'hello\n'),
      'What is served as the checkpoint is not one',
    ],
    [
      'an invalid key',
      (site) => site.answers.set('/count/key', 'hello\n'),
      'has no key of the right kind',
    ],
  ])('%s leaves the result open', async (_name, change, says) => {
    const site = await siteOf(wholeLog());
    change(site);
    const { code, text } = await verify(site);
    expect(text).toContain('COULD NOT TELL: ');
    expect(text).toContain(says);
    expect(text).not.toMatch(/ {4}at .+:\d+:\d+/);
    expect(code).toBe(2);
  });

  test('a huge signed size ends with the first missing tile', async () => {
    const site = await siteOf(wholeLog());
    const { text: honest } = parseNote(await signedNote(site.log, site.signers));
    const text = honest.replace('\n640\n', `\n${Number.MAX_SAFE_INTEGER}\n`);
    const [signer] = site.signers;
    const signature = await signText(signer ?? logSigner('log'), text);
    site.answers.set('/count/checkpoint', toNote({ text, signatures: [signature] }));
    const { code, text: output } = await verify(site);
    expect(output).toContain('DIFFERENT: The site withholds tile/');
    expect(code).toBe(1);
  });

  test('or is unreachable leaves the result open', async () => {
    const { code, text } = await verifier.run('http://127.0.0.1:1', '--patience', '0');
    expect(text).toContain('COULD NOT TELL: http://127.0.0.1:1/count/key does not answer');
    expect(code).toBe(2);
  });

  test('a difference takes precedence over what could not be determined', async () => {
    const log = new WrittenLog();
    log.takeBack(0);
    const site = await siteOf(log);
    site.answers.set('/api/categories', (_req, res) => res.writeHead(403).end());
    expect((await verify(site)).code).toBe(1);
  });
});

describe('the command', () => {
  test('is available in French', async () => {
    const site = await siteOf(wholeLog());
    const { text } = await verify(site, '--lang', 'fr');
    expect(text).toContain('ÉGAL : Ce que le site montre est ce que dit son registre');
    site.shown = (nomination) => ({ ...nomination, voteCount: 1 });
    expect((await verify(site, '--lang=fr')).text).toMatch(
      /DIFFÉRENT : .+ votes dans le registre et 1 sur le site/,
    );
  });

  test('writes JSON', async () => {
    const site = await siteOf(wholeLog());
    const { text } = await verify(site, '--json');
    expect(JSON.parse(text)).toMatchObject({
      verdict: 'equal',
      takenBack: 3,
      sealed: 0,
      different: [],
    });
  });

  test('prints its usage', async () => {
    expect(await verifier.run('--help')).toMatchObject({
      code: 0,
      text: expect.stringContaining('Usage'),
    });
    for (const wrong of [[], ['ftp://x'], ['http://x', '--key', 'x'], ['http://x', '--wach']]) {
      expect(await verifier.run(...wrong)).toMatchObject({
        code: 2,
        text: expect.stringContaining('Usage'),
      });
    }
  });

  test('accepts no file of another kind as its state', async () => {
    const state = newState();
    await writeFile(state, '{"size":1}');
    const site = await siteOf(wholeLog());
    expect((await verify(site, '--state', state)).text).toContain('is not a state file');
    expect(await readFile(state, 'utf8')).toBe('{"size":1}');
  });

  test('--watch continues, reads only new entries, and reports changes', async () => {
    const site = await siteOf(wholeLog());
    const state = newState();
    const args = [verifier.file, site.url, '--watch', '0', '--patience', '0', '--state', state];
    const child = spawn(process.execPath, args, { cwd: verifier.folder });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    try {
      await expect.poll(() => output).toContain('EQUAL');
      const first = site.requests.filter((path) => path.includes('/tile/entries/000')).length;
      await expect
        .poll(() => site.requests.filter((path) => path.endsWith('/checkpoint')).length)
        .toBeGreaterThan(3);
      expect(output.match(/EQUAL/g)).toHaveLength(1);
      site.log.takeBack(20);
      await expect.poll(() => output).toContain('1 new entry, 641 in all. EQUAL.');
      site.signers = [logSigner('new'), ...site.signers];
      await expect.poll(() => output).toContain('The site names other keys than before, new: ');
      site.shown = (nomination) => ({ ...nomination, voteCount: 3 });
      await expect.poll(() => output).toContain('DIFFERENT: ');
      site.signers = site.signers.slice(0, 1);
      await expect.poll(() => output).toContain(', gone: ');
      site.shown = (nomination) => nomination;
      await expect.poll(() => output).toMatch(/EQUAL: .*DIFFERENT: .*EQUAL: /s);
      expect(output.match(/, gone: /g)).toHaveLength(2);
      expect(site.requests.filter((path) => path.includes('/tile/entries/000'))).toHaveLength(
        first,
      );
    } finally {
      child.kill('SIGTERM');
    }
    const [code] = await once(child, 'exit');
    expect(code).toBe(1);
    expect(existsSync(state)).toBe(true);
  });
});
