import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PROJECT_ROOT } from '#server/config/paths';
import { FIRST_EDITION } from '#shared/domain/editions';
import { textOf, toBase64 } from '#shared/open-count/bytes';
import { checkpointText } from '#shared/open-count/checkpoint';
import {
  canonicalJson,
  commitmentTo,
  type EditionEntry,
  type Entry,
  type EntryVotes,
  editionOf,
  entryBytes,
  type NominationEntry,
  type SealOpening,
  sealOf,
} from '#shared/open-count/entry';
import { leafHash } from '#shared/open-count/merkle';
import { signatureLine, toNote, toVkey } from '#shared/open-count/note';
import { Recount } from '#shared/open-count/recount';
import { type Signer, signerOf, signText } from '#shared/open-count/signer';
import {
  levelOf,
  openedEdition,
  parseTilePath,
  TILE_WIDTH,
  toBundle,
} from '#shared/open-count/tiles';

export const ORIGIN = 'awards.example/count';

/** Deterministic bytes for a text, in place of random ones. */
export const bytesLike = (text: string, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_none, at) => text.charCodeAt(at % text.length) + at);

export const logSigner = (secret: string): Signer => signerOf(ORIGIN, 'log', bytesLike(secret, 32));

const uuidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Entries as the server would make them, and the openings of the sealed ones. */
export class WrittenLog {
  entries: Uint8Array[] = [];
  openings = new Map<number, SealOpening>();
  #payments = 0;
  /** The edition of the entries that follow; null for version 1, before there were several. */
  #edition: number | null = null;

  /** @returns the index of the entry */
  add(entry: Entry): number {
    return this.entries.push(entryBytes(entry)) - 1;
  }

  /** Defines the number of an edition, about which the entries are that follow. */
  begin(edition: number, names: Partial<EditionEntry> = {}): number {
    this.#edition = edition;
    return this.add({
      v: 2,
      kind: 'edition',
      minute: '2026-11-28T18:00Z',
      edition,
      year: String(2025 + edition),
      name: 'Music Awards',
      nameFr: null,
      ...names,
    });
  }

  /** @returns the index of the entry */
  #addOfEdition(entry: object): number {
    const version = this.#edition === null ? { v: 1 } : { v: 2, edition: this.#edition };
    return this.add({ ...version, ...entry } as Entry);
  }

  nominate(number: number, names: Partial<NominationEntry> = {}): string {
    const nomination = uuidOf(number);
    this.#addOfEdition({
      kind: 'nomination',
      minute: '2026-11-28T19:00Z',
      nomination,
      artistId: uuidOf(1000 + number),
      artist: `Artist ${number}`,
      categoryId: uuidOf(2000),
      category: 'Song of the year',
      categoryFr: 'Chanson de l’année',
      ...names,
    });
    return nomination;
  }

  count(votes: EntryVotes, { isSealed = false, minute = '2026-11-28T19:14Z' } = {}): number {
    const number = this.#payments++;
    const salt = bytesLike(`salt ${number}`, 16);
    const entry = {
      kind: 'count',
      minute,
      method: number % 2 === 0 ? 'mobile-money' : 'card',
      currency: number % 2 === 0 ? 'XAF' : 'USD',
      amount: 100 * (1 + (number % 3)),
      commitment: commitmentTo(salt, `CODE${number}`),
    } as const;
    const index = this.#addOfEdition(
      isSealed ? { ...entry, sealed: sealOf(salt, votes) } : { ...entry, votes },
    );
    if (isSealed) this.openings.set(index, { entry: index, salt: toBase64(salt), votes });
    return index;
  }

  takeBack(entry: number, minute = '2026-11-28T19:20Z'): number {
    return this.add({ v: 1, kind: 'take-back', minute, entry });
  }

  open(): number {
    return this.#addOfEdition({
      kind: 'opening',
      minute: '2026-11-28T23:00Z',
      below: this.entries.length,
    });
  }

  copy(): WrittenLog {
    const copy = new WrittenLog();
    copy.entries = [...this.entries];
    copy.openings = new Map(this.openings);
    copy.#payments = this.#payments;
    copy.#edition = this.#edition;
    return copy;
  }
}

/** Changes an entry as JSON, and returns its bytes. */
export const changed = (bytes: Uint8Array | undefined, change: object): Uint8Array =>
  new TextEncoder().encode(
    canonicalJson({ ...JSON.parse(new TextDecoder().decode(bytes)), ...change }),
  );

/** Derived data of a log, cached until its length changes: tests do not change its middle later. */
const factsByEntries = new WeakMap<Uint8Array[], ReturnType<typeof deriveFacts>>();
function factsOf(log: WrittenLog): ReturnType<typeof deriveFacts> {
  const facts = factsByEntries.get(log.entries);
  if (facts?.recounted.entries === log.entries.length) return facts;
  const fresh = deriveFacts(log);
  factsByEntries.set(log.entries, fresh);
  return fresh;
}

function deriveFacts({ entries, openings }: WrittenLog) {
  const levels: Uint8Array[][] = [entries.map(leafHash)];
  const recount = new Recount(({ height }, hash) => {
    const level = levelOf(height);
    if (level !== null) levels[level] = [...(levels[level] ?? []), hash];
  });
  for (const entry of entries) recount.add(entry);
  for (const entry of recount.stillSealed()) {
    const opening = openings.get(entry);
    if (opening) recount.open(opening);
  }
  return { levels, root: recount.root(), recounted: recount.result() };
}
type Recounted = ReturnType<typeof deriveFacts>['recounted'];

export async function signedNote(log: WrittenLog, signers: readonly Signer[]): Promise<string> {
  const { root, recounted } = factsOf(log);
  const text = checkpointText({ origin: ORIGIN, size: recounted.entries, root });
  return toNote({
    text,
    signatures: await Promise.all(signers.map((signer) => signText(signer, text))),
  });
}

export const withLine = (note: string, signature: Parameters<typeof signatureLine>[0]): string =>
  note + signatureLine(signature);

type Answer = string | Uint8Array | RequestListener;

/** A site that serves a log and shows the derived data, except for what a test replaces. */
export async function countSite(log: WrittenLog, signers: readonly Signer[] = [logSigner('log')]) {
  const site = {
    log,
    /** The log that is signed and shown, when it differs from the served one. */
    signed: log,
    signers,
    results: { shows: 'live', since: null as string | null },
    /** Replaced responses by path. */
    answers: new Map<string, Answer>(),
    /** Changes the API's response about a nomination. */
    shown: (nomination: ReturnType<typeof shownNominations>[number]): object => nomination,
    requests: [] as string[],
    url: '',
    key: toVkey(signers[0]?.key ?? logSigner('log').key),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://site');
    site.requests.push(pathname);
    void answerOf(pathname).then((answer) => {
      if (typeof answer === 'function') return answer(req, res);
      if (answer === null) return res.writeHead(404).end('{}');
      const type = typeof answer === 'string' ? 'text/plain' : 'application/octet-stream';
      res.writeHead(200, { 'Content-Type': type, Connection: 'close' }).end(answer);
    });
  });

  async function answerOf(pathname: string): Promise<Answer | null> {
    const replaced = site.answers.get(pathname);
    if (replaced !== undefined) return replaced;
    if (pathname === '/count/checkpoint') return signedNote(site.signed, site.signers);
    if (pathname === '/count/key') {
      return site.signers.map(({ key }) => `${toVkey(key)}\n`).join('');
    }
    const tile = pathname.startsWith('/count/') ? parseTilePath(pathname.slice(7)) : null;
    if (tile) return tileOf(site.log, tile);
    const recounted = factsOf(site.signed).recounted;
    if (pathname === '/api/config') return JSON.stringify({ results: site.results });
    if (pathname === '/api/count') return JSON.stringify(countOf(recounted));
    const nominations = shownNominations(recounted).map((nomination) => site.shown(nomination));
    if (pathname === '/api/categories') {
      const [category] = shownNominations(recounted).map((nomination) => nomination.category);
      return JSON.stringify(category ? [category] : []);
    }
    return pathname.startsWith('/api/nominations/category/') ? JSON.stringify(nominations) : null;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return site;
}
export type CountSite = Awaited<ReturnType<typeof countSite>>;

function tileOf(
  log: WrittenLog,
  { level, index, width }: NonNullable<ReturnType<typeof parseTilePath>>,
): Uint8Array | string | null {
  const { entries, openings } = log;
  const from = index * TILE_WIDTH;
  const edition = openedEdition({ level });
  if (edition !== null) {
    const inRange = [...openings.values()].filter(
      ({ entry }) => entry >= from && entry < from + width && editionAt(log, entry) === edition,
    );
    return inRange.map((opening) => `${canonicalJson(opening)}\n`).join('');
  }
  const all = typeof level === 'number' ? (factsOf(log).levels[level] ?? []) : entries;
  if (from + width > all.length) return null;
  const tile = all.slice(from, from + width);
  return level === 'entries' ? toBundle(tile) : Buffer.concat(tile);
}

const editionAt = ({ entries }: WrittenLog, index: number): number =>
  JSON.parse(textOf(entries[index] ?? new Uint8Array()) ?? '{}').edition ?? FIRST_EDITION;

/** The edition that the site shows: the newest one. */
const currentOf = ({ editions }: Recounted): number => Math.max(FIRST_EDITION, ...editions.keys());

/** The answer of the API about the log. */
function countOf(recounted: Recounted) {
  const { entries: size, payments, takenBack, money, sealed, votes, editions } = recounted;
  const sum = [...votes.values()].reduce((all, count) => all + count, 0);
  const ofEditions = [...editions].map(([id, sums]) => ({ id, ...sums }));
  return {
    head: { size, payments, takenBack, money, sealed, votes: sum },
    edition: { id: currentOf(recounted) },
    editions: ofEditions.toSorted((one, other) => one.id - other.id),
  };
}

const shownNominations = (recounted: Recounted) =>
  [...recounted.nominations.values()]
    .filter((nomination) => editionOf(nomination) === currentOf(recounted))
    .map(({ nomination, artist, artistId, category, categoryFr, categoryId }) => ({
      id: nomination,
      artist: { id: artistId, name: artist },
      category: { id: categoryId, name: category, nameFr: categoryFr },
      voteCount: (recounted.votes.get(nomination) ?? 0) as number | null,
    }));

/** The verifier, copied to an otherwise empty folder. */
export async function verifierAlone() {
  const folder = await mkdtemp(path.join(tmpdir(), 'awards-verifier-'));
  const file = path.join(folder, 'verify-count.mjs');
  await copyFile(path.join(PROJECT_ROOT, 'tools', 'verify-count.mjs'), file);
  const { PATH } = process.env;
  return {
    folder,
    file,
    run: (...args: string[]) =>
      new Promise<{ code: number | null; text: string }>((resolve) => {
        const child = execFile(
          process.execPath,
          [file, ...args],
          { cwd: folder, env: { PATH, LANG: 'C' }, maxBuffer: 1e8 },
          (_error, stdout, stderr) => resolve({ code: child.exitCode, text: stdout + stderr }),
        );
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
