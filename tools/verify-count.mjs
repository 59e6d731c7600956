#!/usr/bin/env node
// Recounts the open count of an awards site: downloads the whole public log of counted votes,
// verifies that it is the one that was signed, counts it again and compares the result with what
// the site shows. docs/open-count.md describes the log; this file implements that document from top
// to bottom. It needs Node 20 or newer and nothing else, and can be copied anywhere.
//
// It deliberately shares no code with the server. It is a second implementation of the same
// document, so that an error in one of them shows as a difference.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

// ------------------------------------------------------------------------------------------ findings

/** Exit codes. */
const EQUAL = 0;
const DIFFERENT = 1;
const UNCLEAR = 2;

/**
 * A finding: a key of `WORDS`, and the values in its sentence. `entry` is an index in the log.
 * @typedef {{ what: keyof typeof WORDS.en.found } & Record<string, any>} Finding
 */

/** Ends a run: the served log is not the signed one, or was not signed by a known key. */
class Different extends Error {
  /** @param {Finding} finding */
  constructor(finding) {
    super(finding.what);
    this.finding = finding;
  }
}

/** Ends a run without a result: no problem was found, but the check could not be completed. */
class Unclear extends Error {
  /** @param {Finding} finding */
  constructor(finding) {
    super(finding.what);
    this.finding = finding;
  }
}

// ------------------------------------------------------------------------------------------ the web

const REQUESTS_AT_ONCE = 8;
const ATTEMPTS = 3;
const PAUSE_MS = 250;
const ANSWER_WITHIN_MS = 30_000;
const MAX_NOTE_BYTES = 1_000_000;
const MAX_API_BYTES = 32_000_000;
const MAX_CATEGORIES = 10_000;
const MAX_ENTRY_BYTES = 65_535;

/**
 * @param {string} url
 * @param {number} maxBytes after decompression; a longer response is not read to its end
 * @returns {Promise<Buffer | null>} null when the site responds that it does not exist
 * @throws {Unclear} when there is no usable response after several attempts
 */
async function get(url, maxBytes) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await getOnce(url, maxBytes);
    } catch (error) {
      if (error instanceof Unclear && error.finding.isFinal) throw error;
      const why = error instanceof Error ? reasonOf(error) : String(error);
      if (attempt === ATTEMPTS) {
        throw error instanceof Unclear ? error : new Unclear({ what: 'no-answer', url, why });
      }
      await sleep(PAUSE_MS * 2 ** attempt);
    }
  }
}

/**
 * @param {string} url
 * @param {number} maxBytes
 */
async function getOnce(url, maxBytes) {
  const timeout = AbortSignal.timeout(ANSWER_WITHIN_MS);
  // No redirects: a log that redirects us could redirect everyone. The user gives the address.
  const answer = await fetch(url, { redirect: 'manual', signal: timeout });
  const { status } = answer;
  /** @param {Finding} finding */
  const giveUp = async (finding) => {
    await answer.body?.cancel().catch(() => {});
    throw new Unclear(finding);
  };
  if (status >= 300 && status < 400) {
    const to = answer.headers.get('location') ?? '?';
    return giveUp({ what: 'redirect', url, to, isFinal: true });
  }
  if (status === 404 || status === 410) {
    await answer.body?.cancel().catch(() => {});
    return null;
  }
  if (status !== 200) {
    const isFinal = status < 500 && status !== 429;
    return giveUp({ what: 'status', url, status, isFinal });
  }
  if (answer.headers.get('content-type')?.startsWith('text/html')) {
    return giveUp({ what: 'web-page', url, isFinal: true });
  }
  /** @type {Uint8Array[]} */
  const chunks = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) return giveUp({ what: 'too-big', url, maxBytes, isFinal: true });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns why `fetch` failed, which is in the error's cause. @param {Error} error */
function reasonOf(error) {
  if (error.name === 'TimeoutError') return `> ${ANSWER_WITHIN_MS / 1000} s`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return 'code' in cause && cause.message === '' ? String(cause.code) : cause.message;
}

/**
 * @param {string} url
 * @param {unknown} [fallback] returned if the address does not exist, which is an error without it
 */
async function getJson(url, fallback) {
  const body = await get(url, MAX_API_BYTES);
  if (!body && fallback !== undefined) return fallback;
  if (!body) throw new Unclear({ what: 'status', url, status: 404 });
  const value = parseJson(textOf(body) ?? '');
  if (value === undefined) throw new Unclear({ what: 'not-json', url });
  return value;
}

/**
 * Processes items, a few concurrently, and yields the results in order.
 * @template T, R
 * @param {Iterable<T>} items
 * @param {(item: T) => Promise<R>} handle
 */
async function* inOrder(items, handle) {
  /** @type {Promise<R>[]} */
  const pending = [];
  for (const item of items) {
    const result = handle(item);
    // The failure is thrown when its turn comes; this prevents an unhandled rejection before that.
    result.catch(() => {});
    pending.push(result);
    const first = pending.length === REQUESTS_AT_ONCE ? pending.shift() : undefined;
    if (first) yield await first;
  }
  for (const result of pending) yield await result;
}

// ------------------------------------------------------------------------------------------ bytes

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @param {Uint8Array} bytes @returns {string | null} null if they are not UTF-8 */
function textOf(bytes) {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return null;
  }
}

/** @param {string} text @returns {any} undefined if it is not JSON */
function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {...(string | Uint8Array)} parts */
function sha256(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Accepts only what an encoder would have written; Node decodes nearly any text as base64. */
function fromBase64(/** @type {unknown} */ text) {
  if (typeof text !== 'string') return null;
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

// ------------------------------------------------------------------------------------------ signatures
// c2sp.org/signed-note, c2sp.org/tlog-checkpoint, c2sp.org/tlog-cosignature

const LOG = 0x01;
const WITNESS = 0x04;

/** @typedef {{ vkey: string, name: string, id: string, type: number, publicKey: import('node:crypto').KeyObject, bytes: string }} Key */

/**
 * @param {string} vkey `name+id+base64(type ‖ key)`
 * @param {number} type
 * @returns {Key | null} null if it is not an Ed25519 key of this type
 */
function parseKey(vkey, type) {
  const [, name = '', id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/u.exec(vkey) ?? [];
  const bytes = fromBase64(encoded);
  if (bytes?.length !== 33 || bytes[0] !== type) return null;
  if (sha256(`${name}\n`, bytes).toString('hex', 0, 4) !== id) return null;
  if (isWeak(bytes.subarray(1))) return null;
  const x = bytes.toString('base64url', 1);
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x },
    format: 'jwk',
  });
  return { vkey, name, id, type, publicKey, bytes: x };
}

/** All encodings of the points of small order, without the sign in the highest bit. */
const SMALL_ORDER = [
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
];

/**
 * Detects a key of small order, for which anyone can sign. Older versions of OpenSSL accept such
 * signatures.
 * @param {Buffer} point
 */
function isWeak(point) {
  const unsigned = Buffer.from(point);
  unsigned[31] = point.readUInt8(31) & 0x7f;
  return SMALL_ORDER.includes(unsigned.toString('hex'));
}

/**
 * @typedef {{
 *   note: string, origin: string, size: number, root: Buffer,
 *   signedBy: Key[], seenBy: { key: Key, at: Date }[], }} Checkpoint
 * @typedef {{ trusted: Key[], announced: Key[] }} LogKeys an announced key signs beside a trusted
 *   one, to replace it later
 */

/**
 * Parses a note whose text is a checkpoint, without verifying its signatures.
 * @param {string} note
 * @returns {{ text: string, origin: string, size: number, root: Buffer, signatures: { name: string, bytes: Buffer }[] } | null}
 *   null if it is not a checkpoint
 */
function parseCheckpoint(note) {
  // Newlines are the only control characters below U+0020 allowed in a note.
  if (/[^\P{Cc}\n\u007f-\u009f]/u.test(note) || !note.endsWith('\n')) return null;
  const end = note.lastIndexOf('\n\n');
  if (end < 0) return null;
  const text = note.slice(0, end + 1);
  const [origin = '', digits = '', encoded, ...extensions] = text.slice(0, -1).split('\n');
  const root = fromBase64(encoded);
  const size = /^(0|[1-9]\d*)$/.test(digits) ? Number(digits) : Number.NaN;
  if (origin === '' || extensions.includes('') || root?.length !== 32) return null;
  if (!Number.isSafeInteger(size)) return null;
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > 100) return null;
  /** @type {{ name: string, bytes: Buffer }[]} */
  const signatures = [];
  for (const line of lines) {
    const [, name, signatureText] = /^— ([^+\s]+) (\S+)$/u.exec(line) ?? [];
    const bytes = fromBase64(signatureText);
    if (!name || !bytes || bytes.length < 5) return null;
    signatures.push({ name, bytes });
  }
  return { text, origin, size, root, signatures };
}

/**
 * @param {Buffer} bytes
 * @param {LogKeys} keys
 * @param {Key[]} witnessKeys
 * @returns {Checkpoint}
 */
function readCheckpoint(bytes, { trusted, announced }, witnessKeys) {
  const logKeys = [...trusted, ...announced];
  const note = textOf(bytes);
  const parsed = note === null ? null : parseCheckpoint(note);
  if (note === null || !parsed) throw new Unclear({ what: 'no-note' });
  const { text, origin, size, root } = parsed;

  /** @type {Checkpoint} */
  const checkpoint = { note, origin, size, root, signedBy: [], seenBy: [] };
  for (const { name, bytes: signature } of parsed.signatures) {
    const id = signature.toString('hex', 0, 4);
    const isBy = (/** @type {Key} */ key) => key.name === name && key.id === id;
    const logKey = logKeys.find((key) => isBy(key) && key.name === origin);
    const witnessKey = witnessKeys.find(isBy);
    if (logKey) {
      if (!verify(null, Buffer.from(text), logKey.publicKey, signature.subarray(4))) {
        throw new Different({ what: 'bad-signature', key: logKey.vkey });
      }
      if (!checkpoint.signedBy.includes(logKey)) checkpoint.signedBy.push(logKey);
    } else if (witnessKey) {
      // The signature is preceded by eight bytes of time, which are signed as well.
      const seconds = signature.length === 76 ? signature.readBigUInt64BE(4) : 0n;
      const at = new Date(Number(seconds) * 1000);
      const message = Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`);
      const isSigned = verify(null, message, witnessKey.publicKey, signature.subarray(12));
      if (seconds === 0n || Number.isNaN(at.getTime()) || !isSigned) {
        throw new Different({ what: 'bad-cosignature', witness: witnessKey.name });
      }
      if (!checkpoint.seenBy.some(({ key }) => key === witnessKey)) {
        checkpoint.seenBy.push({ key: witnessKey, at });
      }
    }
  }
  if (!checkpoint.signedBy.some((key) => trusted.includes(key))) {
    throw new Different({ what: 'not-signed', origin, keys: trusted.map(({ vkey }) => vkey) });
  }
  return checkpoint;
}

// ------------------------------------------------------------------------------------------ witnesses
// c2sp.org/tlog-policy: which witnesses have to have seen a checkpoint

/** @typedef {{ logs: Key[], witnesses: Key[], isMet: (checkpoint: Checkpoint) => boolean }} Policy */

/**
 * @param {Buffer} file
 * @returns {Policy}
 */
function readPolicy(file) {
  /** @type {Key[]} */
  const logs = [];
  /** @type {Key[]} */
  const witnesses = [];
  /** @type {Map<string, (seenBy: Set<Key>) => boolean>} */
  const rules = new Map();
  /** @type {Set<string>} */
  const grouped = new Set();
  /** @type {((seenBy: Set<Key>) => boolean) | null} */
  let quorum = null;
  // Names are bytes; in latin1 each byte is a character.
  const lines = file.toString('latin1').split('\n');
  for (const [index, line] of lines.entries()) {
    /** @returns {never} */
    const refuse = () => {
      throw new Unclear({ what: 'bad-policy', line: index + 1 });
    };
    // Tabs and newlines are the only ASCII control characters allowed in a policy.
    if (/[^\P{Cc}\t\u0080-\u009f]/u.test(line)) refuse();
    const items = line.split(/[ \t]+/).filter((item) => item !== '');
    const [word = '#', first = '', second = '', ...others] = items;
    if (word.startsWith('#')) continue;
    /** @param {string} vkey @param {number} type @param {Key[]} keys */
    const newKey = (vkey, type, keys) => {
      const key = parseKey(Buffer.from(vkey, 'latin1').toString(), type) ?? refuse();
      if (keys.some(({ bytes }) => bytes === key.bytes)) refuse();
      keys.push(key);
      return key;
    };
    if (word === 'log' && items.length >= 2 && items.length <= 3) {
      newKey(first, LOG, logs);
    } else if (word === 'witness' && items.length >= 3 && items.length <= 4) {
      if (rules.has(first) || first === 'none') refuse();
      const key = newKey(second, WITNESS, witnesses);
      rules.set(first, (seenBy) => seenBy.has(key));
    } else if (word === 'group' && others.length > 0) {
      if (rules.has(first) || first === 'none') refuse();
      const members = others.map((name) => {
        if (grouped.has(name)) refuse();
        grouped.add(name);
        return rules.get(name) ?? refuse();
      });
      const required = second === 'any' ? 1 : second === 'all' ? members.length : Number(second);
      if (!/^(any|all|[1-9]\d*)$/.test(second) || required > members.length) refuse();
      rules.set(first, (seenBy) => members.filter((isMet) => isMet(seenBy)).length >= required);
    } else if (word === 'quorum' && items.length === 2 && quorum === null) {
      quorum = first === 'none' ? () => true : (rules.get(first) ?? refuse());
    } else {
      refuse();
    }
  }
  if (quorum === null) throw new Unclear({ what: 'bad-policy', line: lines.length });
  const isQuorum = quorum;
  return {
    logs,
    witnesses,
    isMet: ({ seenBy }) => isQuorum(new Set(seenBy.map(({ key }) => key))),
  };
}

// ------------------------------------------------------------------------------------------ the tree
// RFC 6962, in the tiles of c2sp.org/tlog-tiles

const WIDTH = 256;
const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

/** @param {Uint8Array} entry */
const leafHash = (entry) => sha256(LEAF, entry);

/**
 * Returns the hash of a tree above these nodes, of which the last may have fewer leaves than the
 * others: the left part is the largest power of two that leaves something on the right.
 * @param {Buffer[]} nodes
 * @returns {Buffer}
 */
function hashAbove(nodes) {
  const [only] = nodes;
  if (!only) return sha256();
  if (nodes.length === 1) return only;
  let left = 1;
  while (2 * left < nodes.length) left *= 2;
  return sha256(NODE, hashAbove(nodes.slice(0, left)), hashAbove(nodes.slice(left)));
}

/** @param {number} level @param {number} index of the tile @param {number} width */
function tilePath(level, index, width, kind = String(level)) {
  const digits = String(index);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  const groups = padded.replaceAll(/\d{3}(?=\d)/g, 'x$&/');
  return `tile/${kind}/${groups}${width === WIDTH ? '' : `.p/${width}`}`;
}

/**
 * A growing tree. Stores the last tile of each level: the hashes that no full tile contains yet.
 */
class Tree {
  size = 0;
  /** @type {Buffer[][]} */
  levels = [[]];
  /**
   * Full tiles above the leaves that have not been compared yet. @type {{ level: number, index:
   * number, hashes: Buffer[] }[]}
   */
  full = [];

  /** @param {Buffer} leaf */
  append(leaf) {
    this.size++;
    let hash = leaf;
    for (let level = 0; ; level++) {
      const hashes = this.levels[level] ?? [];
      this.levels[level] = hashes;
      hashes.push(hash);
      if (hashes.length < WIDTH) return;
      hash = hashAbove(hashes);
      if (level > 0) {
        const index = Math.floor(this.size / WIDTH ** (level + 1)) - 1;
        this.full.push({ level, index, hashes });
      }
      this.levels[level] = [];
    }
  }

  root() {
    /** @type {Buffer | null} */
    let right = null;
    for (const hashes of this.levels) {
      if (right) right = hashAbove([...hashes, right]);
      else if (hashes.length > 0) right = hashAbove(hashes);
    }
    return right ?? sha256();
  }

  /** Returns the partial tiles above the leaves at the end of this tree. */
  partial() {
    return this.levels.flatMap((hashes, level) => {
      const index = Math.floor(this.size / WIDTH ** (level + 1));
      return level > 0 && hashes.length > 0 ? [{ level, index, hashes: [...hashes] }] : [];
    });
  }
}

// ------------------------------------------------------------------------------------------ entries
// docs/open-count.md

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Encodes JSON by RFC 8785, for values whose only numbers are integers. @param {any} value @returns
 * {string}
 */
function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`).join(',')}}`;
}

/** @typedef {(value: any) => boolean} Rule */
/** @type {Rule} */
const isWhole = (value) => Number.isSafeInteger(value) && value >= 0;
/** @type {Rule} */
const isText = (value) => typeof value === 'string' && !/\p{Surrogate}/u.test(value);
/** @type {Rule} */
const isTextOrNull = (value) => value === null || isText(value);
/** @type {Rule} */
const isUuid = (value) => typeof value === 'string' && UUID.test(value);
/** @type {Rule} */
const isMinute = (value) =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value.slice(0, -1));
/** @type {Rule} */
const isHash = (value) => fromBase64(value)?.length === 32;
/** @type {Rule} */
const isVotes = (value) =>
  isObject(value) &&
  Object.entries(value).every(([id, votes]) => isUuid(id) && isWhole(votes) && votes > 0);
/** @type {Rule} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** @param {...unknown} values @returns {Rule} */
const oneOf =
  (...values) =>
  (value) =>
    values.includes(value);

/** Of version 1, from before there were several editions: they are about this one. */
const FIRST_EDITION = 1;
const COMMON = { v: oneOf(1), minute: isMinute };
const OF_EDITION = {
  v: oneOf(2),
  minute: isMinute,
  edition: (/** @type {any} */ value) => isWhole(value) && value > 0,
};
const COUNT = {
  kind: oneOf('count'),
  method: oneOf('mobile-money', 'card'),
  currency: oneOf('XAF', 'USD'),
  amount: isWhole,
  commitment: isHash,
};
/**
 * The members of each kind of entry, which must be exactly these. @type {Record<string, Rule>[]}
 */
const KINDS = [
  ...[OF_EDITION, COMMON].flatMap((common) => [
    { ...common, ...COUNT, votes: isVotes },
    { ...common, ...COUNT, sealed: isHash },
    {
      ...common,
      kind: oneOf('nomination'),
      nomination: isUuid,
      artistId: isUuid,
      artist: isText,
      categoryId: isUuid,
      category: isText,
      categoryFr: isTextOrNull,
    },
    { ...common, kind: oneOf('opening'), below: isWhole },
  ]),
  { ...COMMON, kind: oneOf('take-back'), entry: isWhole },
  { ...OF_EDITION, kind: oneOf('edition'), year: isText, name: isText, nameFr: isTextOrNull },
  {
    ...COMMON,
    kind: oneOf('continuation'),
    checkpoint: (/** @type {any} */ value) => isText(value) && parseCheckpoint(value) !== null,
    reason: (/** @type {any} */ value) => isText(value) && value !== '',
  },
];
/** A line of a bundle of openings. @type {Record<string, Rule>[]} */
const OPENING = [
  { entry: isWhole, salt: (value) => fromBase64(value)?.length === 16, votes: isVotes },
];

/**
 * @param {string | null} text
 * @param {Record<string, Rule>[]} kinds
 * @returns {Record<string, any> | null} null for anything that does not exactly match the document
 */
function readStrictly(text, kinds) {
  const value = text === null ? undefined : parseJson(text);
  if (!isObject(value) || canonicalJson(value) !== text) return null;
  const names = Object.keys(value);
  const isMatch = kinds.some(
    (kind) =>
      names.length === Object.keys(kind).length &&
      names.every((name) => Object.hasOwn(kind, name) && kind[name]?.(value[name])),
  );
  return isMatch ? value : null;
}

const MINUTE_LETTERS = 'YYYY-MM-DDTHH:MMZ'.length;

/** @typedef {{ nomination: string, artistId: string, artist: string, categoryId: string, category: string, categoryFr: string | null }} Nomination */
/** @typedef {{ edition: number, currency: 'XAF' | 'USD', amount: number, votes: [string, number][] }} Counted votes: none while they are sealed */

/** The payments counted so far, for later reversals: a million of them in little memory. */
class Payments {
  /**
   * By index: where in `#numbers` a payment starts; -1 for an entry that counts none. @type
   * {number[]}
   */
  #offsets = [];
  /**
   * For each payment: the edition, whether it is in USD, the amount, the number of nominations, and
   * each nomination with its votes. @type {number[]}
   */
  #numbers = [];
  /** @type {string[]} */
  #nominations = [];
  /** @type {Map<string, number>} */
  #numberOf = new Map();

  /** @param {number} entryIndex @param {Counted} counted */
  store(entryIndex, { edition, currency, amount, votes }) {
    while (this.#offsets.length <= entryIndex) this.#offsets.push(-1);
    this.#offsets[entryIndex] = this.#numbers.length;
    this.#numbers.push(edition, currency === 'USD' ? 1 : 0, amount, votes.length);
    for (const [nomination, votesFor] of votes) {
      const number = this.#numberOf.get(nomination) ?? this.#nominations.push(nomination) - 1;
      this.#numberOf.set(nomination, number);
      this.#numbers.push(number, votesFor);
    }
  }

  /** @param {number} entryIndex @returns {Counted | null} */
  read(entryIndex) {
    const at = this.#offsets[entryIndex] ?? -1;
    if (at < 0) return null;
    const [edition = FIRST_EDITION, isUsd, amount = 0, length = 0] = this.#numbers.slice(
      at,
      at + 4,
    );
    const votes = Array.from({ length }, (_none, index) => {
      const [number = 0, votesFor = 0] = this.#numbers.slice(
        at + 4 + 2 * index,
        at + 6 + 2 * index,
      );
      return /** @type {[string, number]} */ ([this.#nominations[number], votesFor]);
    });
    return { edition, currency: isUsd ? 'USD' : 'XAF', amount, votes };
  }
}

/** @typedef {{ payments: number, takenBack: number, money: { XAF: number, USD: number }, votes: number, sealed: number }} Sums */

/** @returns {Sums} */
const noSums = () => ({
  payments: 0,
  takenBack: 0,
  money: { XAF: 0, USD: 0 },
  votes: 0,
  sealed: 0,
});

/** The sums of all entries. */
class Recount {
  tree = new Tree();
  counted = new Payments();
  /** Half of each, which is enough to distinguish them. @type {Set<string>} */
  commitments = new Set();
  /** @type {Set<number>} */
  takenBack = new Set();
  /**
   * For each entry that is still sealed, by index: its edition, and its minute and hash in one text.
   * @type {Map<number, { edition: number, sealed: string }>}
   */
  sealed = new Map();
  /** @type {Map<string, Nomination & { since: number, edition: number }>} */
  nominations = new Map();
  /**
   * Votes by nomination, and their bounds since `watchTotals`. @type {Map<string, { now: number,
   * low: number, high: number }>}
   */
  totals = new Map();
  /**
   * The totals as the site froze them at one moment, if it did; votes of that minute may be before
   * or after it. @type {Map<string, { low: number, high: number }>}
   */
  frozen = new Map();
  /** Of each edition that has entries. @type {Map<number, Sums>} */
  editions = new Map();
  /** What the number of each edition means. @type {Map<number, { year: string, name: string, nameFr: string | null }>} */
  editionNames = new Map();
  /** By edition: the index below which all its sealed entries must be opened. @type {Map<number, number>} */
  openBelow = new Map();
  /** Indexes of sealed entries whose votes have been opened. @type {Set<number>} */
  opened = new Set();
  /**
   * Entries at which the log continued one of another name. @type {{ entry: number, origin: string,
   * size: number, reason: string }[]}
   */
  continuations = [];
  /** Faults of entries and of claimed openings. @type {Finding[]} */
  faults = [];
  /** Facts that are allowed, and that the user should know. @type {Finding[]} */
  remarks = [];

  /** @param {string | null} frozenSince minute from which on the site shows fixed totals */
  constructor(frozenSince) {
    this.frozenSince = frozenSince;
  }

  /** Adds the next entry, as it is in its bundle. @param {Uint8Array} bytes */
  add(bytes) {
    const entryIndex = this.tree.size;
    this.tree.append(leafHash(bytes));
    const entry = readStrictly(textOf(bytes), KINDS);
    if (!entry) this.fault('malformed', entryIndex);
    else if (entry.kind === 'count') this.count(entryIndex, entry);
    else if (entry.kind === 'take-back') this.takeBack(entryIndex, entry);
    else if (entry.kind === 'nomination') this.name(entryIndex, entry);
    else if (entry.kind === 'continuation') this.continueFrom(entryIndex, entry);
    else if (entry.kind === 'edition') this.nameEdition(entry);
    else this.openSeals(entryIndex, entry);
  }

  /** @param {Record<string, any>} entry */
  nameEdition({ edition, year, name, nameFr }) {
    this.editionNames.set(edition, { year, name, nameFr });
    this.sumsFor(edition);
  }

  /** @param {number} entryIndex @param {Record<string, any>} entry */
  openSeals(entryIndex, entry) {
    const edition = this.editionOf(entryIndex, entry);
    const { below } = entry;
    if (below > entryIndex) this.fault('opens-too-much', entryIndex, { below });
    else this.openBelow.set(edition, Math.max(this.openBelow.get(edition) ?? 0, below));
  }

  /**
   * The edition that an entry is about; an entry before it must have defined its number.
   * @param {number} entryIndex
   * @param {Record<string, any>} entry
   * @returns {number}
   */
  editionOf(entryIndex, { v, edition = FIRST_EDITION }) {
    if (v !== 1 && !this.editionNames.has(edition)) {
      this.fault('unknown-edition', entryIndex, { edition });
    }
    this.sumsFor(edition);
    return edition;
  }

  /** @param {number} edition */
  sumsFor(edition) {
    const sums = this.editions.get(edition) ?? noSums();
    this.editions.set(edition, sums);
    return sums;
  }

  /** The sums of all editions. */
  allSums() {
    const all = noSums();
    for (const { payments, takenBack, money, votes, sealed } of this.editions.values()) {
      all.payments += payments;
      all.takenBack += takenBack;
      all.money.XAF += money.XAF;
      all.money.USD += money.USD;
      all.votes += votes;
      all.sealed += sealed;
    }
    return all;
  }

  /** Indexes of the entries that must be opened and are not. */
  toOpen() {
    return [...this.sealed].flatMap(([entry, { edition }]) =>
      entry < (this.openBelow.get(edition) ?? 0) ? [{ entry, edition }] : [],
    );
  }

  /** @param {number} entryIndex @param {Record<string, any>} entry */
  continueFrom(entryIndex, { checkpoint, reason }) {
    const { origin = '', size = 0 } = parseCheckpoint(checkpoint) ?? {};
    this.continuations.push({ entry: entryIndex, origin, size, reason });
    this.remarks.push({ what: 'continued', entry: entryIndex, origin, size, why: reason });
  }

  /**
   * @param {Finding['what']} what
   * @param {number} entry
   * @param {Record<string, unknown>} [more]
   */
  fault(what, entry, more = {}) {
    const isSame = (/** @type {Finding} */ fault) => fault.what === what && fault.entry === entry;
    if (this.faults.length < 1000 && !this.faults.some(isSame)) {
      this.faults.push({ what, entry, ...more });
    }
  }

  /** @param {number} entryIndex @param {Record<string, any>} entry */
  count(entryIndex, entry) {
    const { currency, amount, commitment, votes, sealed, minute } = entry;
    const prefix = Buffer.from(commitment, 'base64').toString('latin1', 0, 16);
    if (this.commitments.has(prefix)) this.fault('counted-twice', entryIndex);
    this.commitments.add(prefix);
    const edition = this.editionOf(entryIndex, entry);
    /** @type {Counted} */
    const counted = { edition, currency, amount, votes: Object.entries(votes ?? {}) };
    this.counted.store(entryIndex, counted);
    const sums = this.sumsFor(edition);
    sums.payments++;
    sums.money[counted.currency] += amount;
    if (votes) this.addVotes(entryIndex, counted, 1, minute);
    else {
      sums.sealed++;
      this.sealed.set(entryIndex, { edition, sealed: `${minute}${sealed}` });
    }
  }

  /** @param {number} entryIndex @param {Record<string, any>} entry */
  takeBack(entryIndex, { entry, minute }) {
    const counted = this.counted.read(entry);
    if (!counted) return this.fault('takes-back-nothing', entryIndex, { named: entry });
    if (this.takenBack.has(entry))
      return this.fault('taken-back-twice', entryIndex, { named: entry });
    this.takenBack.add(entry);
    const sums = this.sumsFor(counted.edition);
    sums.takenBack++;
    sums.money[counted.currency] -= counted.amount;
    this.addVotes(entryIndex, counted, -1, minute);
  }

  /** @param {number} entryIndex @param {Record<string, any>} entry */
  name(entryIndex, { kind: _kind, minute: _minute, v, edition: named, ...meaning }) {
    const before = this.nominations.get(meaning.nomination);
    const nomination = /** @type {Nomination} */ (meaning);
    const edition = this.editionOf(entryIndex, { v, edition: named });
    if (before && before.edition !== edition) {
      this.fault('other-edition', entryIndex, { nomination: nomination.nomination });
    }
    this.nominations.set(nomination.nomination, {
      ...nomination,
      edition,
      since: before?.since ?? entryIndex,
    });
    const total = this.totals.get(nomination.nomination)?.now ?? 0;
    if (!before || this.remarks.length >= 1000) return;
    const from = `${before.artist}, ${before.category}`;
    const to = `${nomination.artist}, ${nomination.category}`;
    const what = before.artistId === nomination.artistId ? 'renamed' : 'merged';
    if (what === 'merged' || from !== to)
      this.remarks.push({ what, entry: entryIndex, from, to, votes: total });
  }

  /**
   * Bounds of what counts for each nomination: the sums of all nominations that the log names with
   * the same artist and category, of which there are several after a merge of artists.
   * @param {Map<string, { low: number, high: number }>} totals
   * @returns {(nomination: string) => { low: number, high: number }}
   */
  sumsOf(totals) {
    /** @type {Map<string, { low: number, high: number }>} */
    const sums = new Map();
    const keyOf = (/** @type {Nomination} */ { artistId, categoryId }) =>
      `${artistId} ${categoryId}`;
    for (const [id, named] of this.nominations) {
      const { low, high } = totals.get(id) ?? { low: 0, high: 0 };
      const sum = sums.get(keyOf(named)) ?? { low: 0, high: 0 };
      sums.set(keyOf(named), { low: sum.low + low, high: sum.high + high });
    }
    return (nomination) => {
      const named = this.nominations.get(nomination);
      return (named && sums.get(keyOf(named))) ?? { low: 0, high: 0 };
    };
  }

  /**
   * @param {number} entryIndex of the faulty entry if a nomination is unknown
   * @param {Pick<Counted, 'edition' | 'votes'>} counted
   * @param {1 | -1} sign
   * @param {string} minute
   */
  addVotes(entryIndex, { edition, votes }, sign, minute) {
    const sums = this.sumsFor(edition);
    for (const [nomination, number] of votes) {
      const registered = this.nominations.get(nomination);
      if (!registered || registered.since > entryIndex)
        this.fault('unknown-nomination', entryIndex, { nomination });
      else if (registered.edition !== edition)
        this.fault('other-edition', entryIndex, { nomination });
      const total = this.totals.get(nomination) ?? { now: 0, low: 0, high: 0 };
      total.now += sign * number;
      total.low = Math.min(total.low, total.now);
      total.high = Math.max(total.high, total.now);
      this.totals.set(nomination, total);
      sums.votes += sign * number;
      if (this.frozenSince !== null && minute <= this.frozenSince) {
        const frozen = this.frozen.get(nomination) ?? { low: 0, high: 0 };
        const isSure = minute < this.frozenSince;
        if (isSure || sign < 0) frozen.low += sign * number;
        if (isSure || sign > 0) frozen.high += sign * number;
        this.frozen.set(nomination, frozen);
      }
    }
  }

  /** From now on, tracks `low` and `high` of each total. */
  watchTotals() {
    for (const total of this.totals.values()) total.low = total.high = total.now;
  }

  /**
   * Adds a bundle of openings.
   * @param {number} edition whose sealed entries it opens
   * @param {number} from
   * @param {number} to the index after its last entry
   * @param {string | null} text
   */
  open(edition, from, to, text) {
    let last = from - 1;
    const lines = (text ?? '').split('\n');
    if (lines.pop() !== '' || text === null) this.fault('malformed-openings', from);
    for (const line of lines) {
      const opening = readStrictly(line, OPENING);
      if (!opening || opening.entry <= last) {
        this.fault('malformed-openings', Math.max(last, from));
        continue;
      }
      const entryIndex = opening.entry;
      last = entryIndex;
      const { edition: sealedIn, sealed } = this.sealed.get(entryIndex) ?? {};
      const counted = this.counted.read(entryIndex);
      const isHere = entryIndex >= from && entryIndex < to;
      // Already opened by an earlier read of this bundle.
      if (isHere && this.opened.has(entryIndex)) continue;
      if (!isHere || !sealed || !counted || sealedIn !== edition) {
        this.fault('opens-nothing', entryIndex);
        continue;
      }
      const salt = Buffer.from(opening.salt, 'base64');
      const hash = sha256('open-count votes v1\n', salt, canonicalJson(opening.votes));
      if (hash.toString('base64') !== sealed.slice(MINUTE_LETTERS)) {
        this.fault('opened-otherwise', entryIndex, {
          expected: sealed.slice(MINUTE_LETTERS),
          found: hash.toString('base64'),
        });
        continue;
      }
      this.opened.add(entryIndex);
      this.sealed.delete(entryIndex);
      /** @type {[string, number][]} */
      const votes = Object.entries(opening.votes);
      this.counted.store(entryIndex, { ...counted, votes });
      this.sumsFor(edition).sealed--;
      if (!this.takenBack.has(entryIndex)) {
        this.addVotes(entryIndex, { edition, votes }, 1, sealed.slice(0, MINUTE_LETTERS));
      }
    }
    for (let entryIndex = from; entryIndex < to; entryIndex++) {
      if (this.sealed.get(entryIndex)?.edition === edition) this.fault('not-opened', entryIndex);
    }
  }
}

// ------------------------------------------------------------------------------------------ download

/**
 * @param {string} site
 * @param {number} level
 * @param {number} index
 * @param {number} width
 * @param {string} [kind]
 * @returns {Promise<Buffer>} a tile of hashes, cut to the width if it is a full tile
 */
async function getTile(site, level, index, width, kind) {
  const path = tilePath(level, index, width, kind);
  const maxBytes = kind ? WIDTH * (MAX_ENTRY_BYTES + 2) : WIDTH * 32;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    // A log may drop a partial tile once the full one exists.
    const tile =
      (await get(`${site}/count/${path}`, maxBytes)) ??
      (await get(`${site}/count/${tilePath(level, index, WIDTH, kind)}`, maxBytes));
    if (tile) return tile;
    // An intermediary may have cached the response from before it existed.
    await sleep(PAUSE_MS * 2 ** attempt);
  }
  const entry = index * WIDTH ** (level + 1);
  throw new Different({ what: 'missing', path, entry, last: entry + width * WIDTH ** level - 1 });
}

/**
 * @param {string} site
 * @param {number} level
 * @param {number} index
 * @param {number} width
 */
async function getHashes(site, level, index, width) {
  const tile = await getTile(site, level, index, width);
  if (tile.length < width * 32 || tile.length % 32 !== 0) {
    const path = tilePath(level, index, width);
    throw new Different({ what: 'tile-length', path, expected: width * 32, found: tile.length });
  }
  return Array.from({ length: width }, (_none, at) => tile.subarray(32 * at, 32 * at + 32));
}

/**
 * @param {string} site
 * @param {number} index
 * @param {number} width
 */
async function getEntries(site, index, width) {
  const bundle = await getTile(site, 0, index, width, 'entries');
  /** @type {Buffer[]} */
  const entries = [];
  let at = 0;
  while (at + 2 <= bundle.length && entries.length < width) {
    const end = at + 2 + bundle.readUInt16BE(at);
    if (end > bundle.length) break;
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  if (entries.length < width) {
    const path = tilePath(0, index, width, 'entries');
    const found = entries.length;
    throw new Different({
      what: 'missing-entry',
      entry: index * WIDTH + found,
      path,
      expected: width,
      found,
    });
  }
  return entries;
}

/**
 * Yields tiles one by one, because a log may claim any size. @param {number} first @param {number}
 * size
 */
function* tilesFrom(first, size) {
  for (let index = first; index * WIDTH < size; index++) {
    yield { index, width: Math.min(WIDTH, size - index * WIDTH) };
  }
}

/**
 * Reads up to a checkpoint, which proves that everything read is as it was signed.
 * @param {string} site
 * @param {Recount} recount at an earlier checkpoint, or empty
 * @param {Checkpoint} checkpoint
 * @param {Remembered | null} remembered
 * @throws {Different} that names the first entry that is not what was signed
 */
async function readLog(site, recount, checkpoint, remembered) {
  const { tree } = recount;
  const { size } = checkpoint;
  const first = Math.floor(tree.size / WIDTH);
  const downloads = inOrder(tilesFrom(first, size), ({ index, width }) =>
    Promise.all([getEntries(site, index, width), getHashes(site, 0, index, width)]),
  );
  /**
   * The first leaf that does not match its tile. @type {{ finding: Finding, path: string } | null}
   */
  let mismatch = null;
  let isGrownFrom = remembered === null || tree.size > remembered.size;
  let isOtherThanRemembered = false;
  const compareRemembered = () => {
    if (isGrownFrom || tree.size !== remembered?.size) return;
    isGrownFrom = true;
    isOtherThanRemembered = tree.root().toString('base64') !== remembered.root;
  };
  compareRemembered();
  let index = first;
  for await (const [entries, hashes] of downloads) {
    for (const [at, entry] of entries.entries()) {
      const entryIndex = index * WIDTH + at;
      const inTile = hashes[at] ?? Buffer.alloc(0);
      const leaf = leafHash(entry);
      if (entryIndex < tree.size) {
        // Already read when this tile was shorter.
        if (leaf.equals(tree.levels[0]?.[at] ?? leaf)) continue;
        throw new Different({ what: 'changed-since', entry: entryIndex });
      }
      if (!mismatch && !leaf.equals(inTile)) {
        const [expected, found] = [inTile, leaf].map((hash) => hash.toString('base64'));
        const path = tilePath(0, index, hashes.length);
        const finding = /** @type {const} */ ({
          what: 'altered',
          entry: entryIndex,
          expected,
          found,
        });
        mismatch = { finding, path };
      }
      recount.add(entry);
      compareRemembered();
    }
    index++;
    progress(tree.size, size);
  }
  const root = tree.root();
  if (!root.equals(checkpoint.root)) {
    if (mismatch) throw new Different(mismatch.finding);
    const block = await findTile(site, tree);
    if (block) throw new Different({ ...block, what: 'altered-among' });
    const [expected, found] = [checkpoint.root, root].map((hash) => hash.toString('base64'));
    // The remembered checkpoint narrows down the position.
    const [from, to] = isOtherThanRemembered
      ? [0, remembered?.size ?? size]
      : [remembered?.size ?? 0, size];
    throw new Different({ what: 'root', from, to: to - 1, expected, found });
  }
  if (remembered && remembered.origin !== checkpoint.origin) {
    const isWhole = isGrownFrom && !isOtherThanRemembered;
    expectContinued(recount, checkpoint, remembered, isWhole);
  } else if (isOtherThanRemembered) throw forked(remembered, checkpoint);
  if (mismatch) {
    const { entry, expected, found } = mismatch.finding;
    const { path } = mismatch;
    throw new Different({ what: 'tile', path, entry, expected: found, found: expected });
  }
  const tile = await findTile(site, tree);
  if (tile) throw new Different(tile);
}

/**
 * Checks that a log of another name than before contains an entry that continues the old one.
 * @param {Recount} recount
 * @param {Checkpoint} checkpoint
 * @param {Remembered} remembered
 * @param {boolean} isWhole true when it starts with everything seen of the old log
 */
function expectContinued(recount, checkpoint, remembered, isWhole) {
  const { origin: expected, size: seenSize, seenAt } = remembered;
  const continuation = recount.continuations.find(({ origin }) => origin === expected);
  if (!continuation) throw new Different({ what: 'other-log', expected, found: checkpoint.origin });
  if (isWhole) return;
  const { entry, reason: why } = continuation;
  throw new Different({ what: 'lost', expected, seenSize, seenAt, entry, why });
}

/**
 * Checks the tiles above the leaves. They follow from the entries, but other verifiers rely on
 * them, so they must be correct.
 * @param {string} site
 * @param {Tree} tree
 * @returns {Promise<Finding | null>} the first wrong one
 */
async function findTile(site, tree) {
  const tiles = [...tree.full.splice(0), ...tree.partial()];
  const downloads = inOrder(tiles, ({ level, index, hashes }) =>
    getHashes(site, level, index, hashes.length),
  );
  let number = 0;
  for await (const found of downloads) {
    const { level = 0, index = 0, hashes = [] } = tiles[number++] ?? {};
    const at = hashes.findIndex((hash, position) => !found[position]?.equals(hash));
    if (at < 0) continue;
    const entry = (index * WIDTH + at) * WIDTH ** level;
    return {
      what: 'tile',
      path: tilePath(level, index, hashes.length),
      entry,
      last: entry + WIDTH ** level - 1,
      expected: hashes[at]?.toString('base64'),
      found: found[at]?.toString('base64'),
    };
  }
  return null;
}

/**
 * @param {string} site
 * @param {Recount} recount
 */
async function readOpenings(site, recount) {
  /** @type {Map<string, { edition: number, index: number, width: number }>} */
  const bundles = new Map();
  for (const { entry, edition } of recount.toOpen()) {
    const index = Math.floor(entry / WIDTH);
    const width = Math.min(WIDTH, (recount.openBelow.get(edition) ?? 0) - index * WIDTH);
    bundles.set(`${edition} ${index}`, { edition, index, width });
  }
  const inTurn = [...bundles.values()];
  const downloads = inOrder(inTurn, ({ edition, index, width }) =>
    getTile(site, 0, index, width, openingsOf(edition)),
  );
  let number = 0;
  for await (const text of downloads) {
    const { edition = FIRST_EDITION, index = 0, width = 0 } = inTurn[number++] ?? {};
    recount.open(edition, index * WIDTH, index * WIDTH + width, textOf(text));
  }
}

/** @param {number} edition */
const openingsOf = (edition) => (edition === FIRST_EDITION ? 'openings' : `openings-${edition}`);

// ------------------------------------------------------------------------------------------ the site

/**
 * Public data of the site that can be compared with the log: `listed` is the category as in the
 * list of all categories.
 * @typedef {{ id?: unknown, name?: unknown, nameFr?: unknown }} Named
 * @typedef {{
 *   id: string, artist: Named, category: Named, listed: Named, voteCount: number | null, }}
 *   ShownNomination
 * @typedef {{
 *   year: string | null, shows: string, since: string | null, nominations: ShownNomination[], }}
 *   ShownEdition `year`: null for the current edition
 * @typedef {{
 *   current: ShownEdition, earlier: ShownEdition[], count: Record<string, any> | null, }} Shown
 *   `count`: the answer about the open count, with the sums of all editions and of each
 */

/** @param {string} site */
async function readConfig(site) {
  const url = `${site}/api/config`;
  const results = (await getJson(url))?.results;
  const isValid = isText(results?.shows) && (results.since === null || isText(results.since));
  if (!isValid) throw new Unclear({ what: 'not-json', url });
  const since = results.since === null ? Number.NaN : Date.parse(results.since);
  const minute = Number.isNaN(since) ? null : `${new Date(since).toISOString().slice(0, 16)}Z`;
  return { shows: /** @type {string} */ (results.shows), since: minute };
}

/**
 * @param {string} site
 * @returns {Promise<Shown>}
 */
async function readSite(site) {
  const config = await readConfig(site);
  const url = `${site}/api/categories`;
  const categories = await getJson(url);
  const areValid =
    Array.isArray(categories) &&
    categories.length <= MAX_CATEGORIES &&
    categories.every((category) => isUuid(category?.id));
  if (!areValid) {
    throw new Unclear({ what: 'not-json', url });
  }
  /** @type {ShownNomination[]} */
  const nominations = [];
  const answers = inOrder(categories, async (category) => {
    const address = `${site}/api/nominations/category/${category.id}`;
    // A category deleted since it was listed shows nothing any more.
    const list = await getJson(address, []);
    const isValid = (/** @type {any} */ nomination) =>
      isUuid(nomination?.id) &&
      isObject(nomination.artist) &&
      isObject(nomination.category) &&
      (nomination.voteCount === null || Number.isSafeInteger(nomination.voteCount));
    if (!Array.isArray(list) || !list.every(isValid)) {
      throw new Unclear({ what: 'not-json', url: address });
    }
    return list.map((nomination) => ({ ...nomination, listed: category }));
  });
  for await (const list of answers) nominations.push(...list);
  const earlier = await readArchives(site);
  const count = await getJson(`${site}/api/count`);
  const current = { year: null, ...config, nominations };
  return { current, earlier, count: isObject(count) ? count : null };
}

/**
 * Reads the archives of earlier editions; a site that has none answers that nothing is there.
 * @param {string} site
 */
async function readArchives(site) {
  const url = `${site}/api/editions`;
  const editions = await getJson(url, []);
  const isValid = (/** @type {any} */ edition) =>
    typeof edition?.isCurrent === 'boolean' && /^\d{4}$/.test(edition.year);
  if (!Array.isArray(editions) || editions.length > MAX_CATEGORIES || !editions.every(isValid)) {
    throw new Unclear({ what: 'not-json', url });
  }
  /** @type {ShownEdition[]} */
  const archives = [];
  const answers = inOrder(
    editions.filter(({ isCurrent }) => !isCurrent),
    ({ year }) => readArchive(`${url}/${year}`, year),
  );
  for await (const archive of answers) if (archive) archives.push(archive);
  return archives;
}

/**
 * @param {string} url of the edition
 * @param {string} year
 * @returns {Promise<ShownEdition | null>} null when it has become the current edition since
 */
async function readArchive(url, year) {
  const edition = await getJson(url, null);
  if (edition === null) return null;
  const { shows, list } = edition;
  if (!isText(shows) || !Array.isArray(list) || !list.every((listed) => isUuid(listed?.id))) {
    throw new Unclear({ what: 'not-json', url });
  }
  /** @type {ShownNomination[]} */
  const nominations = [];
  for (const listed of list) {
    const address = `${url}/categories/${listed.id}`;
    const results = await getJson(address, { nominees: [] });
    const { category, nominees } = results;
    const isValid = (/** @type {any} */ nominee) =>
      isUuid(nominee?.id) &&
      isObject(category) &&
      (nominee.votes === null || Number.isSafeInteger(nominee.votes));
    if (!Array.isArray(nominees) || !nominees.every(isValid)) {
      throw new Unclear({ what: 'not-json', url: address });
    }
    for (const { id, artistId, name, votes } of nominees) {
      const artist = { id: artistId, name };
      nominations.push({ id, artist, category, listed, voteCount: votes });
    }
  }
  // What was sealed at its end is not dated there, so its totals cannot be compared.
  return { year, shows, since: null, nominations };
}

/**
 * Numbers of totals that the site shows and that were compared.
 * @typedef {{ current: number, earlier: number }} Compared
 */

/**
 * @param {Recount} recount
 * @param {Shown} shown
 * @returns {{ different: Finding[], compared: Compared }}
 */
function compare(recount, { current, earlier, count }) {
  const counted = Array.isArray(count?.editions) ? count.editions : [];
  const numberOf = (/** @type {string | null} */ year) =>
    counted.find((edition) => edition?.year === year)?.id ?? null;
  const ofCurrent = compareEdition(recount, current, count?.edition?.id ?? FIRST_EDITION);
  const ofEarlier = earlier.map((shown) => compareEdition(recount, shown, numberOf(shown.year)));
  return {
    different: [
      ...[ofCurrent, ...ofEarlier].flatMap(({ different }) => different),
      ...compareSums(recount, count),
    ],
    compared: {
      current: ofCurrent.compared,
      earlier: ofEarlier.reduce((sum, { compared }) => sum + compared, 0),
    },
  };
}

/**
 * Compares what the site shows of one edition.
 * @param {Recount} recount
 * @param {ShownEdition} shown
 * @param {number | null} edition its number in the log; null when the site names none
 * @returns {{ different: Finding[], compared: number }} compared: number of totals shown by the site
 */
function compareEdition(recount, shown, edition) {
  /** @type {Finding[]} */
  const different = [];
  let compared = 0;
  const sealed = [...recount.sealed].filter(([, entry]) => entry.edition === edition);
  const [firstSealed] = sealed.map(([entry]) => entry);
  // Either fixed totals, which no later vote changes, or the current ones.
  const isFrozen = shown.shows === 'sealed';
  const isComparable = isFrozen
    ? shown.since !== null && recount.frozenSince === shown.since
    : firstSealed === undefined;
  // Sealed in the same minute as the seal of all results: it may or may not be in those totals.
  const isOpenEnded = sealed.some(
    ([, entry]) => entry.sealed.slice(0, MINUTE_LETTERS) <= (recount.frozenSince ?? ''),
  );
  const boundsOf = recount.sumsOf(isFrozen ? recount.frozen : recount.totals);
  for (const { id, artist, category, listed, voteCount } of shown.nominations) {
    const logged = recount.nominations.get(id);
    if (!logged) {
      if (voteCount !== null && voteCount !== 0) {
        const name = `${artist.name}, ${category.name}`;
        different.push({ what: 'not-in-log', nomination: id, name, found: voteCount });
      }
      continue;
    }
    const name = `${logged.artist}, ${logged.category}`;
    /** @type {[string, unknown, unknown][]} */
    const facts = [
      ['artist', logged.artist, artist.name],
      ['artistId', logged.artistId, artist.id],
      ['category', logged.category, category.name],
      ['category', logged.category, listed.name],
      ['categoryFr', logged.categoryFr, category.nameFr],
      ['categoryFr', logged.categoryFr, listed.nameFr],
      ['categoryId', logged.categoryId, category.id],
      ['categoryId', logged.categoryId, listed.id],
    ];
    const fact = facts.find(([, expected, found]) => expected !== found);
    if (fact) {
      const [member, expected, found] = fact;
      different.push({ what: 'name', nomination: id, name, member, expected, found });
    }
    if (voteCount === null || !isComparable) continue;
    compared++;
    const { low, high } = boundsOf(id);
    if (voteCount < low || (voteCount > high && !(isFrozen && isOpenEnded))) {
      const expected = low === high ? low : `${low}–${high}`;
      different.push({ what: 'total', nomination: id, name, expected, found: voteCount });
    }
  }
  if (shown.shows === 'live' && firstSealed !== undefined) {
    const payments = sealed.length;
    different.push({ what: 'shown-though-sealed', entry: firstSealed, payments });
  }
  return { different, compared };
}

/**
 * Compares the page of the open count, if it shows the checkpoint that was read.
 * @param {Recount} recount
 * @param {Shown['count']} count
 * @returns {Finding[]}
 */
function compareSums(recount, count) {
  const head = count?.head;
  if (!isObject(head) || head.size !== recount.tree.size) return [];
  const ofEditions = Array.isArray(count?.editions) ? count.editions.filter(isObject) : [];
  return [
    ...differentSums(recount.allSums(), head, null),
    ...ofEditions.flatMap((shown) =>
      differentSums(recount.editions.get(shown.id) ?? noSums(), shown, shown.id),
    ),
  ];
}

/**
 * @param {Sums} sums
 * @param {Record<string, any>} shown
 * @param {number | null} edition null for the sums of all
 */
function differentSums(sums, shown, edition) {
  /** @type {[string, number, unknown][]} */
  const facts = [
    ['payments', sums.payments, shown.payments],
    ['takenBack', sums.takenBack, shown.takenBack],
    ['money.XAF', sums.money.XAF, shown.money?.XAF],
    ['money.USD', sums.money.USD, shown.money?.USD],
    ['votes', sums.votes, shown.votes],
    ['sealed', sums.sealed, shown.sealed],
  ];
  return facts.flatMap(([member, expected, found]) =>
    expected === found
      ? []
      : [/** @type {Finding} */ ({ what: 'sum', edition, member, expected, found })],
  );
}

// ------------------------------------------------------------------------------------------ memory

/**
 * The latest checkpoint verified here, and the keys that may sign the next one. `contradiction` is
 * another one that the log has signed and that is inconsistent with it.
 * @typedef {{ origin: string, keys: string[], size: number, root: string, note: string, seenAt: string, contradiction?: string }} Remembered
 */

/**
 * @param {string} file
 * @returns {Remembered | null}
 */
function readState(file) {
  if (!existsSync(file)) return null;
  const state = parseJson(readFileSync(file, 'utf8'));
  const isWritten =
    isObject(state) &&
    isWhole(state.size) &&
    isHash(state.root) &&
    Array.isArray(state.keys) &&
    [state.origin, state.note, state.seenAt, ...state.keys].every(isText);
  if (!isWritten) throw new Unclear({ what: 'bad-state', file });
  return state;
}

/** Writes the file completely or not at all. @param {string} file @param {Remembered} state */
function writeState(file, state) {
  const unfinished = `${file}.${process.pid}.part`;
  writeFileSync(unfinished, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, file);
}

/** @param {Remembered | null} remembered @param {Checkpoint} checkpoint */
function forked(remembered, checkpoint) {
  return new Different({
    what: 'forked',
    size: checkpoint.size,
    seenSize: remembered?.size,
    seenAt: remembered?.seenAt,
    note: checkpoint.note,
  });
}

// ------------------------------------------------------------------------------------------ one check

/**
 * @typedef {{
 *   site: string, state: string, keys: string[], policy: Policy | null, patience: number,
 *   watch: number | null, isJson: boolean, language: 'en' | 'fr',
 * }} Options
 * @typedef {{
 *   code: number, checkpoint: Checkpoint | null, recount: Recount | null, shown: Shown | null,
 *   compared: Compared, before: Remembered | null, different: Finding[], unclear: Finding[], remarks: Finding[],
 * }} Report
 */

/** Checks a log in its current state and, when called again, what was added since. */
class Verifier {
  /** @type {Recount | null} */
  #recount = null;
  /** @type {Options} */
  #options;

  /** @param {Options} options */
  constructor(options) {
    this.#options = options;
  }

  /** @returns {Promise<Report>} */
  async check() {
    /** @type {Report} */
    const report = {
      code: EQUAL,
      checkpoint: null,
      recount: null,
      shown: null,
      compared: { current: 0, earlier: 0 },
      before: null,
      different: [],
      unclear: [],
      remarks: [],
    };
    try {
      await this.#check(report);
    } catch (error) {
      // A partial read cannot be continued.
      this.#recount = null;
      if (error instanceof Different) report.different.unshift(error.finding);
      else if (error instanceof Unclear) report.unclear.push(error.finding);
      else report.unclear.push({ what: 'broken', why: String(error) });
    }
    if (report.different.length > 0) report.code = DIFFERENT;
    else if (report.unclear.length > 0) report.code = UNCLEAR;
    return report;
  }

  /** @param {Report} report */
  async #check(report) {
    const { site, state, policy } = this.#options;
    const before = readState(state);
    report.before = before;
    if (before?.contradiction) report.different.push({ what: 'forked-before', file: state });
    const keys = await this.#keys(before, report);
    report.checkpoint = await this.#checkpoint(keys, before, report);
    const config = await readConfig(site).catch((error) => {
      if (error instanceof Unclear) return null;
      throw error;
    });
    const frozenSince = config?.since ?? null;
    if (this.#recount?.frozenSince !== frozenSince) this.#recount = null;
    const recount = this.#recount ?? new Recount(frozenSince);
    report.recount = recount;
    await this.#advance(recount, report.checkpoint, before, keys);
    this.#recount = recount;
    if (policy && !policy.isMet(report.checkpoint)) {
      const witnesses = report.checkpoint.seenBy.map(({ key }) => key.name);
      report.unclear.push({ what: 'too-few-witnesses', witnesses });
    }
    try {
      await this.#compare(recount, keys, report);
    } catch (error) {
      // The log is valid, even if other requests fail.
      if (!(error instanceof Unclear)) throw error;
      report.unclear.push(error.finding);
    } finally {
      report.different.unshift(...recount.faults.toSorted((a, b) => a.entry - b.entry));
      report.remarks.push(...recount.remarks.splice(0));
    }
  }

  /**
   * Returns the accepted keys: those of the command line, or else the remembered ones, or else those
   * named by the site itself.
   * @param {Remembered | null} before
   * @param {Report} report
   * @returns {Promise<LogKeys>}
   */
  async #keys(before, report) {
    const { site, keys, policy } = this.#options;
    const configured = [...keys, ...(policy?.logs.map(({ vkey }) => vkey) ?? [])];
    const parsed = (/** @type {string[]} */ vkeys) =>
      vkeys.flatMap((vkey) => parseKey(vkey, LOG) ?? []);
    if (configured.length > 0) return { trusted: parsed(configured), announced: [] };
    const url = `${site}/count/key`;
    const answer = await get(url, MAX_NOTE_BYTES);
    if (!answer) throw new Unclear({ what: 'no-checkpoint', url });
    const siteKeys = (textOf(answer) ?? '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => parseKey(line, LOG));
    if (siteKeys.length === 0 || siteKeys.includes(null))
      throw new Unclear({ what: 'no-key', url });
    const found = siteKeys.filter((key) => key !== null);
    if (!before) {
      report.remarks.push({ what: 'key-taken', keys: found.map(({ vkey }) => vkey) });
      return { trusted: found, announced: [] };
    }
    if (found.every(({ name }) => name !== before.origin)) {
      // Another log: one of its entries must state that it continues the one seen before.
      report.remarks.push({ what: 'key-taken', keys: found.map(({ vkey }) => vkey) });
      return { trusted: found, announced: [] };
    }
    const added = found.filter(({ vkey }) => !before.keys.includes(vkey));
    const gone = before.keys.filter((vkey) => !found.some((key) => key.vkey === vkey));
    if (added.length + gone.length > 0) {
      const names = added.map(({ vkey }) => vkey);
      report.remarks.push({ what: 'key-changed', keys: names, gone });
    }
    return { trusted: parsed(before.keys), announced: added };
  }

  /**
   * Returns the latest checkpoint. If it is older than the remembered one, or too few witnesses have
   * cosigned it yet, it may come from a cache, so it is requested again for a while.
   * @param {LogKeys} keys
   * @param {Remembered | null} before
   * @param {Report} report
   */
  async #checkpoint(keys, before, report) {
    const { site, policy, patience } = this.#options;
    const url = `${site}/count/checkpoint`;
    for (const pause of pauses(patience)) {
      const note = await get(url, MAX_NOTE_BYTES);
      if (!note) throw new Unclear({ what: 'no-checkpoint', url });
      const checkpoint = readCheckpoint(note, keys, policy?.witnesses ?? []);
      report.checkpoint = checkpoint;
      // With another name, its statement about the old log is checked when its entries are read.
      const isSameLog = before?.origin === checkpoint.origin;
      const isOld = isSameLog && checkpoint.size < before.size;
      if (isOld && pause === null) {
        const { size, seenAt } = before;
        throw new Different({ what: 'old', size: checkpoint.size, seenSize: size, seenAt });
      }
      const isSameSize = isSameLog && before.size === checkpoint.size;
      if (isSameSize && before.root !== checkpoint.root.toString('base64')) {
        writeState(this.#options.state, { ...before, contradiction: checkpoint.note });
        throw forked(before, checkpoint);
      }
      if (pause === null || (!isOld && (policy?.isMet(checkpoint) ?? true))) return checkpoint;
      await sleep(pause);
    }
    throw new Unclear({ what: 'no-checkpoint', url });
  }

  /**
   * @param {Recount} recount
   * @param {Checkpoint} checkpoint
   * @param {Remembered | null} before
   * @param {LogKeys} keys
   */
  async #advance(recount, checkpoint, before, keys) {
    const { site, state } = this.#options;
    try {
      await readLog(site, recount, checkpoint, before);
    } catch (error) {
      const isForked = error instanceof Different && error.finding.what === 'forked';
      if (isForked && before) writeState(state, { ...before, contradiction: checkpoint.note });
      throw error;
    }
    await readOpenings(site, recount);
    writeState(state, {
      origin: checkpoint.origin,
      keys: [...new Set([...keys.trusted, ...checkpoint.signedBy].map(({ vkey }) => vkey))],
      size: checkpoint.size,
      root: checkpoint.root.toString('base64'),
      note: checkpoint.note,
      seenAt: new Date().toISOString(),
      ...(before?.contradiction ? { contradiction: before.contradiction } : {}),
    });
  }

  /**
   * Compares the recount with the site. Votes counted between two requests are in one response and
   * not in the other, so a difference counts only if the next checkpoints do not explain it.
   * @param {Recount} recount
   * @param {LogKeys} keys
   * @param {Report} report
   */
  async #compare(recount, keys, report) {
    const { site, patience } = this.#options;
    recount.watchTotals();
    /** @type {Finding[]} */
    let different = [];
    for (const pause of pauses(patience)) {
      const shown = await readSite(site);
      report.shown = shown;
      ({ different, compared: report.compared } = compare(recount, shown));
      if (different.length === 0 || pause === null) break;
      await sleep(pause);
      const before = readState(this.#options.state);
      report.checkpoint = await this.#checkpoint(keys, before, report);
      await this.#advance(recount, report.checkpoint, before, keys);
      ({ different, compared: report.compared } = compare(recount, shown));
      if (different.length === 0) break;
    }
    report.different.push(...different);
  }
}

/**
 * Returns the pauses between attempts, in ms; null after the last one. @param {number} seconds
 * @returns {(number | null)[]}
 */
const pauses = (seconds) => [...Array(4).fill((seconds * 1000) / 4), null];

// ------------------------------------------------------------------------------------------ words

const MAX_LISTED = 10;

/** @param {Options['language']} language */
function numbers(language) {
  const format = new Intl.NumberFormat(language);
  return (/** @type {unknown} */ value) =>
    typeof value === 'number' ? format.format(value) : String(value);
}

/** @param {(value: number) => boolean} isSingular */
const withNoun =
  (isSingular) =>
  (
    /** @type {(value: unknown) => string} */ n,
    /** @type {number} */ value,
    /** @type {string} */ singular,
    plural = `${singular}s`,
  ) =>
    `${n(value)} ${isSingular(value) ? singular : plural}`;
const quantity = {
  en: withNoun((value) => value === 1),
  fr: withNoun((value) => value < 2),
};

/** @param {Sums} sums @param {Options['language']} language */
function moneyOf({ money }, language) {
  const dollars = new Intl.NumberFormat(language, { minimumFractionDigits: 2 });
  return `${numbers(language)(money.XAF)} XAF, ${dollars.format(money.USD / 100)} USD`;
}

/** @typedef {(finding: any, n: (value: unknown) => string) => string} Sentence */

/** @satisfies {Record<string, Sentence>} */
const en = {
  'bad-signature': (f) => `The checkpoint names the key ${f.key}, and the signature is not by it.`,
  'not-signed': (f) =>
    `The checkpoint of ${f.origin} is not signed by the key it has to be signed by: ${f.keys.join(', ')}.`,
  'bad-cosignature': (f) =>
    `The checkpoint bears the name of the witness ${f.witness}, and the signature is not by it.`,
  'other-log': (f) =>
    `This is another log: the one seen before is ${f.expected}, this one ${f.found}.`,
  lost: (f, n) =>
    `The log continues under another name and without some of the ${n(f.seenSize)} entries of ${f.expected} that were seen on ${f.seenAt}. Its entry ${f.entry} says why: “${f.why}” Anyone who voted in those minutes should check that their receipt is in the new log. To continue with it, keep this state file and name another with --state.`,
  old: (f, n) =>
    `An old checkpoint: it has ${n(f.size)} entries, and ${n(f.seenSize)} were signed when it was seen on ${f.seenAt}. Entries have been withheld or removed.`,
  forked: (f, n) =>
    `Forked: the log has signed two histories. The ${n(f.seenSize)} entries seen on ${f.seenAt} are not those at the beginning of the ${n(f.size)} of today. Both checkpoints are signed by its key and kept in the state file: keep them, they are the proof.`,
  'forked-before': (f) =>
    `The log has signed two histories before; both checkpoints are in ${f.file}.`,
  altered: (f) =>
    `Entry ${f.entry} is not the one that was entered: its hash should be ${f.expected} and is ${f.found}.`,
  'altered-among': (f) =>
    `Among the entries ${f.entry} to ${f.last}, at least one is not the one that was entered: the hash of them all should be ${f.found} and is ${f.expected}.`,
  root: (f) =>
    `The entries are not those that were signed: the difference is among the entries ${f.from} to ${f.to}. The root should be ${f.expected} and is ${f.found}.`,
  tile: (f) =>
    `The entries are those that were signed, and the hashes beside them are not theirs: ${f.path}, at entry ${f.entry}, should have ${f.expected} and has ${f.found}.`,
  'tile-length': (f, n) => `${f.path} should have ${n(f.expected)} bytes and has ${n(f.found)}.`,
  missing: (f) =>
    `The site withholds ${f.path}, with the entries ${f.entry} to ${f.last}; the checkpoint says that it has to be there.`,
  'missing-entry': (f) =>
    `Entry ${f.entry} is missing: ${f.path} should have ${f.expected} entries and has ${f.found} that can be read.`,
  'changed-since': (f) => `Entry ${f.entry} is not the one that was served here before.`,
  malformed: (f) => `Entry ${f.entry} does not have a format that docs/open-count.md describes.`,
  'counted-twice': (f) => `Entry ${f.entry} counts a payment that an earlier entry counts.`,
  'takes-back-nothing': (f) =>
    `Entry ${f.entry} withdraws entry ${f.named}, which counts no payment before it.`,
  'taken-back-twice': (f) => `Entry ${f.entry} withdraws entry ${f.named} for a second time.`,
  'unknown-nomination': (f) =>
    `Entry ${f.entry} votes for the nomination ${f.nomination}, which no entry before it has named.`,
  'unknown-edition': (f) =>
    `Entry ${f.entry} is about edition ${f.edition}, which no entry before it has defined.`,
  'other-edition': (f) =>
    `Entry ${f.entry} is about another edition than the nomination ${f.nomination}.`,
  'opens-too-much': (f) =>
    `Entry ${f.entry} opens all entries before ${f.below}, and some of them come after it.`,
  'malformed-openings': (f) =>
    `What is served to open the sealed votes from entry ${f.entry} on is not as docs/open-count.md describes it.`,
  'not-opened': (f) =>
    `The votes of entry ${f.entry} are sealed and were to be opened; they are not.`,
  'opened-otherwise': (f) =>
    `The votes shown for entry ${f.entry} are not those that were sealed: their hash should be ${f.expected} and is ${f.found}.`,
  'opens-nothing': (f) => `There are votes to open entry ${f.entry}, and nothing in it was sealed.`,
  'not-in-log': (f, n) =>
    `The site shows ${n(f.found)} votes for ${f.name} (${f.nomination}), which are not in the log.`,
  name: (f) =>
    `The nomination ${f.nomination} is ${f.name} in the log; its ${f.member} is “${f.expected}” there and “${f.found}” on the site.`,
  total: (f, n) =>
    `${f.name} (${f.nomination}) has ${n(f.expected)} votes in the log and ${n(f.found)} on the site.`,
  'shown-though-sealed': (f, n) =>
    `The site shows all totals, and the votes of ${quantity.en(n, f.payments, 'payment')} are still sealed in the log; the first is entry ${f.entry}.`,
  sum: (f, n) =>
    `The open count page says ${f.member} ${n(f.found)}${f.edition === null ? '' : ` for edition ${f.edition}`}; the log says ${n(f.expected)}.`,

  'no-answer': (f) => `${f.url} does not answer: ${f.why}.`,
  redirect: (f) => `${f.url} redirects to ${f.to}. If the site is there, use that address.`,
  status: (f) => `${f.url} answers with the status ${f.status}.`,
  'web-page': (f) => `${f.url} answers with a web page, and not with a part of the log.`,
  'too-big': (f, n) => `${f.url} sends more than the ${n(f.maxBytes)} bytes it may have.`,
  'not-json': (f) => `${f.url} does not answer with what is documented.`,
  'no-checkpoint': (f) => `There is no checkpoint yet: ${f.url} is not there.`,
  'no-note': () => 'What is served as the checkpoint is not one.',
  'no-key': (f) => `${f.url} has no key of the right kind.`,
  'too-few-witnesses': (f) =>
    `Too few witnesses have signed the newest checkpoint for your policy; ${f.witnesses.length === 0 ? 'none of them has' : `only ${f.witnesses.join(', ')}`}.`,
  'bad-policy': (f) => `The policy cannot be read: line ${f.line}.`,
  'bad-state': (f) => `${f.file} is not a state file of this program. Move it away to start again.`,
  broken: (f) => `The check could not be finished: ${f.why}`,

  'key-taken': (f) =>
    `The key was taken from the site itself, for this first time: ${f.keys.join(', ')}. Compare it with one from elsewhere, or give it with --key.`,
  'key-changed': (f) =>
    `The site names other keys than before${f.keys.length === 0 ? '' : `, new: ${f.keys.join(', ')}`}${f.gone.length === 0 ? '' : `, gone: ${f.gone.join(', ')}`}. Only the keys known here, and those that sign beside them, are trusted.`,
  continued: (f, n) =>
    `Entry ${f.entry}: this log replaces ${f.origin}, which had signed ${n(f.size)} entries: “${f.why}”`,
  renamed: (f, n) =>
    `Entry ${f.entry} renames a nomination that had ${n(f.votes)} public votes: from ${f.from} to ${f.to}.`,
  merged: (f, n) =>
    `Entry ${f.entry} gives a nomination that had ${n(f.votes)} public votes to another artist: from ${f.from} to ${f.to}.`,
};

/** @type {typeof en} */
const fr = {
  'bad-signature': (f) =>
    `Le point de contrôle nomme la clé ${f.key}, et la signature n’est pas la sienne.`,
  'not-signed': (f) =>
    `Le point de contrôle de ${f.origin} n’est pas signé par la clé qui doit le signer : ${f.keys.join(', ')}.`,
  'bad-cosignature': (f) =>
    `Le point de contrôle porte le nom du témoin ${f.witness}, et la signature n’est pas la sienne.`,
  'other-log': (f) =>
    `C’est un autre registre : celui vu auparavant est ${f.expected}, celui-ci ${f.found}.`,
  lost: (f, n) =>
    `Le registre continue sous un autre nom, et sans une partie des ${n(f.seenSize)} entrées de ${f.expected} vues le ${f.seenAt}. Son entrée ${f.entry} dit pourquoi : « ${f.why} » Si vous avez voté pendant ces minutes, vérifiez que votre reçu est dans le nouveau registre. Pour continuer avec celui-ci, gardez ce fichier d’état et nommez-en un autre avec --state.`,
  old: (f, n) =>
    `Un ancien point de contrôle : il compte ${n(f.size)} entrées, et ${n(f.seenSize)} étaient signées le ${f.seenAt}. Des entrées ont été retenues ou retirées.`,
  forked: (f, n) =>
    `Bifurcation : le registre a signé deux historiques. Les ${n(f.seenSize)} entrées vues le ${f.seenAt} ne sont pas celles du début des ${n(f.size)} d’aujourd’hui. Les deux points de contrôle sont signés par sa clé et gardés dans le fichier d’état : conservez-les, ils sont la preuve.`,
  'forked-before': (f) =>
    `Le registre a déjà signé deux historiques ; les deux points de contrôle sont dans ${f.file}.`,
  altered: (f) =>
    `L’entrée ${f.entry} n’est pas celle qui a été inscrite : son empreinte devrait être ${f.expected} et elle est ${f.found}.`,
  'altered-among': (f) =>
    `Parmi les entrées ${f.entry} à ${f.last}, une au moins n’est pas celle qui a été inscrite : leur empreinte commune devrait être ${f.found} et elle est ${f.expected}.`,
  root: (f) =>
    `Les entrées ne sont pas celles qui ont été signées : la différence est parmi les entrées ${f.from} à ${f.to}. La racine devrait être ${f.expected} et elle est ${f.found}.`,
  tile: (f) =>
    `Les entrées sont celles qui ont été signées, et les empreintes à côté ne sont pas les leurs : ${f.path}, à l’entrée ${f.entry}, devrait avoir ${f.expected} et a ${f.found}.`,
  'tile-length': (f, n) => `${f.path} devrait avoir ${n(f.expected)} octets et en a ${n(f.found)}.`,
  missing: (f) =>
    `Le site retient ${f.path}, avec les entrées ${f.entry} à ${f.last} ; le point de contrôle exige qu’il existe.`,
  'missing-entry': (f) =>
    `L’entrée ${f.entry} manque : ${f.path} devrait avoir ${f.expected} entrées et en a ${f.found} lisibles.`,
  'changed-since': (f) => `L’entrée ${f.entry} n’est pas celle qui était servie ici auparavant.`,
  malformed: (f) => `L’entrée ${f.entry} n’a pas un format décrit par docs/open-count.md.`,
  'counted-twice': (f) =>
    `L’entrée ${f.entry} compte un paiement qu’une entrée antérieure compte déjà.`,
  'takes-back-nothing': (f) =>
    `L’entrée ${f.entry} retire l’entrée ${f.named}, qui ne compte aucun paiement avant elle.`,
  'taken-back-twice': (f) => `L’entrée ${f.entry} retire l’entrée ${f.named} une deuxième fois.`,
  'unknown-nomination': (f) =>
    `L’entrée ${f.entry} vote pour la nomination ${f.nomination}, qu’aucune entrée n’a nommée avant elle.`,
  'unknown-edition': (f) =>
    `L’entrée ${f.entry} porte sur l’édition ${f.edition}, qu’aucune entrée n’a définie avant elle.`,
  'other-edition': (f) =>
    `L’entrée ${f.entry} porte sur une autre édition que la nomination ${f.nomination}.`,
  'opens-too-much': (f) =>
    `L’entrée ${f.entry} ouvre toutes les entrées avant ${f.below}, et certaines viennent après elle.`,
  'malformed-openings': (f) =>
    `Ce qui est servi pour ouvrir les votes scellés à partir de l’entrée ${f.entry} n’est pas tel que docs/open-count.md le décrit.`,
  'not-opened': (f) =>
    `Les votes de l’entrée ${f.entry} sont scellés et devaient être ouverts ; ils ne le sont pas.`,
  'opened-otherwise': (f) =>
    `Les votes montrés pour l’entrée ${f.entry} ne sont pas ceux qui ont été scellés : leur empreinte devrait être ${f.expected} et elle est ${f.found}.`,
  'opens-nothing': (f) =>
    `Des votes sont servis pour ouvrir l’entrée ${f.entry}, et rien n’y était scellé.`,
  'not-in-log': (f, n) =>
    `Le site montre ${n(f.found)} votes pour ${f.name} (${f.nomination}), qui ne sont pas dans le registre.`,
  name: (f) =>
    `La nomination ${f.nomination} est ${f.name} dans le registre ; son membre ${f.member} y est « ${f.expected} », et « ${f.found} » sur le site.`,
  total: (f, n) =>
    `${f.name} (${f.nomination}) a ${n(f.expected)} votes dans le registre et ${n(f.found)} sur le site.`,
  'shown-though-sealed': (f, n) =>
    `Le site montre tous les totaux, et les votes de ${quantity.fr(n, f.payments, 'paiement')} sont encore scellés dans le registre ; le premier est l’entrée ${f.entry}.`,
  sum: (f, n) =>
    `La page du décompte public dit ${f.member} ${n(f.found)}${f.edition === null ? '' : ` pour l’édition ${f.edition}`} ; le registre dit ${n(f.expected)}.`,

  'no-answer': (f) => `${f.url} ne répond pas : ${f.why}.`,
  redirect: (f) => `${f.url} renvoie vers ${f.to}. Si le site est là, utilisez cette adresse.`,
  status: (f) => `${f.url} répond avec le statut ${f.status}.`,
  'web-page': (f) => `${f.url} répond par une page web, et non par une partie du registre.`,
  'too-big': (f, n) => `${f.url} envoie plus que les ${n(f.maxBytes)} octets permis.`,
  'not-json': (f) => `${f.url} ne répond pas ce qui est documenté.`,
  'no-checkpoint': (f) => `Il n’y a pas encore de point de contrôle : ${f.url} n’existe pas.`,
  'no-note': () => 'Ce qui est servi comme point de contrôle n’en est pas un.',
  'no-key': (f) => `${f.url} n’a pas de clé du bon type.`,
  'too-few-witnesses': (f) =>
    `Trop peu de témoins ont signé le dernier point de contrôle pour votre politique ; ${f.witnesses.length === 0 ? 'aucun ne l’a fait' : `seulement ${f.witnesses.join(', ')}`}.`,
  'bad-policy': (f) => `La politique est illisible : ligne ${f.line}.`,
  'bad-state': (f) =>
    `${f.file} n’est pas un fichier d’état de ce programme. Déplacez-le pour recommencer.`,
  broken: (f) => `La vérification n’a pas pu être menée à bout : ${f.why}`,

  'key-taken': (f) =>
    `La clé a été prise sur le site lui-même, pour cette première fois : ${f.keys.join(', ')}. Comparez-la avec une autre source, ou donnez-la avec --key.`,
  'key-changed': (f) =>
    `Le site nomme d’autres clés qu’auparavant${f.keys.length === 0 ? '' : `, nouvelles : ${f.keys.join(', ')}`}${f.gone.length === 0 ? '' : `, disparues : ${f.gone.join(', ')}`}. Seules les clés connues ici, et celles qui signent à côté d’elles, sont fiables.`,
  continued: (f, n) =>
    `Entrée ${f.entry} : ce registre remplace ${f.origin}, qui avait signé ${n(f.size)} entrées : « ${f.why} »`,
  renamed: (f, n) =>
    `L’entrée ${f.entry} renomme une nomination qui avait ${n(f.votes)} votes publics : de ${f.from} à ${f.to}.`,
  merged: (f, n) =>
    `L’entrée ${f.entry} donne à un autre artiste une nomination qui avait ${n(f.votes)} votes publics : de ${f.from} à ${f.to}.`,
};

const WORDS = {
  en: {
    found: en,
    title: (/** @type {string} */ site) => `The open count of ${site}`,
    checkpoint: (/** @type {Checkpoint} */ c, /** @type {any} */ n) =>
      `Checkpoint: ${n(c.size)} entries, signed by ${c.signedBy.map(({ vkey }) => vkey).join(', ')}.`,
    grown: (/** @type {Remembered} */ b, /** @type {any} */ n) =>
      `It contains, unchanged, the ${n(b.size)} entries seen on ${b.seenAt}.`,
    first: 'This log was not seen before: next time, it has to contain this checkpoint.',
    witnesses: (/** @type {Checkpoint['seenBy']} */ seenBy) =>
      `Witnesses of your policy who have signed it: ${seenBy.map(({ key, at }) => `${key.name} (${at.toISOString()})`).join(', ') || 'none'}.`,
    counted: (/** @type {Sums} */ s, /** @type {number} */ nominations, /** @type {any} */ n) =>
      `Counted: ${quantity.en(n, s.payments, 'payment')}, ${n(s.takenBack)} of them withdrawn; ${moneyOf(s, 'en')}; ${quantity.en(n, s.votes, 'public vote')} for ${quantity.en(n, nominations, 'nomination')}; ${quantity.en(n, s.sealed, 'payment')} still sealed.`,
    ofEdition: (/** @type {string} */ name, /** @type {Sums} */ s, /** @type {any} */ n) =>
      `Of these in ${name}: ${quantity.en(n, s.payments, 'payment')}, ${n(s.takenBack)} of them withdrawn; ${moneyOf(s, 'en')}; ${quantity.en(n, s.votes, 'public vote')}; ${quantity.en(n, s.sealed, 'payment')} still sealed.`,
    edition: (/** @type {number} */ number) => `edition ${number}`,
    compared: (/** @type {Compared} */ c, /** @type {string} */ shows, /** @type {any} */ n) => [
      c.current > 0
        ? `Compared with the site: names, and the totals of ${quantity.en(n, c.current, 'nomination')}${shows === 'sealed' ? ' as they were when the results were sealed' : ''}.`
        : `Compared with the site: names. No totals: the site shows none that can be compared with the log (results: ${shows}).`,
      ...(c.earlier > 0
        ? [
            `Compared with the archives of earlier editions: the totals of ${quantity.en(n, c.earlier, 'nomination')}.`,
          ]
        : []),
    ],
    places: 'Places of entries count from 0.',
    more: (/** @type {number} */ number) => `… and ${number} more.`,
    verdict: ['EQUAL', 'DIFFERENT', 'COULD NOT TELL'],
    equal: 'What the site shows is what its log says, and the log is the one that was signed.',
    grew: (/** @type {number} */ number, /** @type {number} */ size, /** @type {any} */ n) =>
      `${quantity.en(n, number, 'new entry', 'new entries')}, ${n(size)} in all.`,
  },
  fr: {
    found: fr,
    title: (/** @type {string} */ site) => `Le décompte public de ${site}`,
    checkpoint: (/** @type {Checkpoint} */ c, /** @type {any} */ n) =>
      `Point de contrôle : ${n(c.size)} entrées, signé par ${c.signedBy.map(({ vkey }) => vkey).join(', ')}.`,
    grown: (/** @type {Remembered} */ b, /** @type {any} */ n) =>
      `Il contient, inchangées, les ${n(b.size)} entrées vues le ${b.seenAt}.`,
    first:
      'Ce registre n’avait pas été vu auparavant : la prochaine fois, il devra contenir ce point de contrôle.',
    witnesses: (/** @type {Checkpoint['seenBy']} */ seenBy) =>
      `Témoins de votre politique qui l’ont signé : ${seenBy.map(({ key, at }) => `${key.name} (${at.toISOString()})`).join(', ') || 'aucun'}.`,
    counted: (/** @type {Sums} */ s, /** @type {number} */ nominations, /** @type {any} */ n) =>
      `Compté : ${quantity.fr(n, s.payments, 'paiement')}, dont ${quantity.fr(n, s.takenBack, 'retiré')} ; ${moneyOf(s, 'fr')} ; ${quantity.fr(n, s.votes, 'vote public', 'votes publics')} pour ${quantity.fr(n, nominations, 'nomination')} ; ${quantity.fr(n, s.sealed, 'paiement encore scellé', 'paiements encore scellés')}.`,
    ofEdition: (/** @type {string} */ name, /** @type {Sums} */ s, /** @type {any} */ n) =>
      `Dont, pour ${name} : ${quantity.fr(n, s.payments, 'paiement')}, dont ${quantity.fr(n, s.takenBack, 'retiré')} ; ${moneyOf(s, 'fr')} ; ${quantity.fr(n, s.votes, 'vote public', 'votes publics')} ; ${quantity.fr(n, s.sealed, 'paiement encore scellé', 'paiements encore scellés')}.`,
    edition: (/** @type {number} */ number) => `l’édition ${number}`,
    compared: (/** @type {Compared} */ c, /** @type {string} */ shows, /** @type {any} */ n) => [
      c.current > 0
        ? `Comparé avec le site : les noms, et les totaux de ${quantity.fr(n, c.current, 'nomination')}${shows === 'sealed' ? ' tels qu’ils étaient quand les résultats ont été scellés' : ''}.`
        : `Comparé avec le site : les noms. Aucun total : le site n’en montre pas qui puissent être comparés au registre (résultats : ${shows}).`,
      ...(c.earlier > 0
        ? [
            `Comparé avec les archives des éditions précédentes : les totaux de ${quantity.fr(n, c.earlier, 'nomination')}.`,
          ]
        : []),
    ],
    places: 'Les places des entrées se comptent à partir de 0.',
    more: (/** @type {number} */ number) => `… et ${number} autres.`,
    verdict: ['ÉGAL', 'DIFFÉRENT', 'IMPOSSIBLE À DIRE'],
    equal:
      'Ce que le site montre est ce que dit son registre, et le registre est celui qui a été signé.',
    grew: (/** @type {number} */ number, /** @type {number} */ size, /** @type {any} */ n) =>
      `${quantity.fr(n, number, 'nouvelle entrée', 'nouvelles entrées')}, ${n(size)} en tout.`,
  },
};

/** @param {Report} report @param {Options} options @returns {string[]} */
function sentences(report, { site, policy, language }) {
  const words = WORDS[language];
  const n = numbers(language);
  const { checkpoint, recount, before, shown } = report;
  const list = (/** @type {Finding[]} */ findings) => [
    ...findings.slice(0, MAX_LISTED).map((finding) => `  ${words.found[finding.what](finding, n)}`),
    ...(findings.length > MAX_LISTED ? [`  ${words.more(findings.length - MAX_LISTED)}`] : []),
  ];
  const isRead = recount !== null && recount.tree.size === checkpoint?.size;
  return [
    words.title(site),
    ...(checkpoint ? [`  ${words.checkpoint(checkpoint, n)}`] : []),
    ...(isRead ? [`  ${before ? words.grown(before, n) : words.first}`] : []),
    ...(checkpoint && policy ? [`  ${words.witnesses(checkpoint.seenBy)}`] : []),
    ...(isRead ? countedText(recount, words, language).map((line) => `  ${line}`) : []),
    ...(isRead && shown
      ? words.compared(report.compared, shown.current.shows, n).map((line) => `  ${line}`)
      : []),
    ...list(report.remarks),
    '',
    `${words.verdict[report.code]}${language === 'fr' ? ' ' : ''}: ${verdictOf(report, words, n)}`,
    ...list([...report.different, ...report.unclear].slice(1)),
    ...(report.different.some(({ entry }) => entry !== undefined) ? [`  ${words.places}`] : []),
  ];
}

/**
 * Says what was counted in all, and in each edition if there are several.
 * @param {Recount} recount
 * @param {typeof WORDS.en} words
 * @param {Options['language']} language
 */
function countedText(recount, words, language) {
  const n = numbers(language);
  const { editions, editionNames, totals } = recount;
  const all = words.counted(recount.allSums(), totals.size, n);
  if (editions.size < 2) return [all];
  const nameOf = (/** @type {number} */ number) => {
    const { year, name, nameFr } = editionNames.get(number) ?? {};
    const own = language === 'fr' ? (nameFr ?? name) : name;
    return year === undefined ? words.edition(number) : `${own} ${year}`;
  };
  const each = [...editions].map(([number, sums]) => words.ofEdition(nameOf(number), sums, n));
  return [all, ...each];
}

/** @param {Report} report @param {typeof WORDS.en} words @param {(value: unknown) => string} n */
function verdictOf({ different, unclear }, words, n) {
  const [first] = [...different, ...unclear];
  return first ? words.found[first.what](first, n) : words.equal;
}

/** @param {Report} report @param {Options} options */
function asJson(report, { site }) {
  const { code, checkpoint, recount, different, unclear, remarks } = report;
  const sums = recount?.allSums();
  const totals = recount && [...recount.totals].map(([nomination, { now }]) => [nomination, now]);
  return JSON.stringify({
    site,
    verdict: ['equal', 'different', 'unclear'][code],
    checkpoint: checkpoint?.note ?? null,
    witnesses: checkpoint?.seenBy.map(({ key, at }) => ({ name: key.name, at })) ?? [],
    payments: sums?.payments ?? null,
    takenBack: sums?.takenBack ?? null,
    money: sums?.money ?? null,
    sealed: sums?.sealed ?? null,
    editions: recount && Object.fromEntries(recount.editions),
    totals: totals && Object.fromEntries(totals),
    different,
    unclear,
    remarks,
  });
}

/** @param {string} text */
const print = (text) => process.stdout.write(`${text}\n`);

/** Shows progress at a terminal. @param {number} done @param {number} all */
function progress(done, all) {
  if (process.stderr.isTTY)
    process.stderr.write(`\r${done} / ${all}${done < all ? '' : '\r\x1b[K'}`);
}

// ------------------------------------------------------------------------------------------ the program

const HELP = {
  en: `Usage: node verify-count.mjs https://site [options]

Downloads the whole open count of the site, counts it again and compares.

  --key <vkey>        the log's verifier key, from a source other than the site; can be given several times
  --key-file <file>   the same, one per line
  --policy <file>     which witnesses have to have signed (c2sp.org/tlog-policy)
  --state <file>      where to remember what was seen; open-count-<site>.json in this folder if not given
  --patience <s>      for how long votes may be on their way between site and log; 20 seconds if not given
  --watch [<s>]       keep checking, every 60 seconds or as given, and report changes
  --json              one line of JSON for each check
  --lang en|fr        the language; without it, that of LANG
  --help

Ends with 0 if all is equal, 1 if something is different, 2 if it could not tell.`,
  fr: `Usage : node verify-count.mjs https://site [options]

Télécharge tout le décompte public du site, le recompte et compare.

  --key <vkey>        la clé de vérification du registre, obtenue ailleurs que sur le site ; plusieurs possibles
  --key-file <file>   de même, une par ligne
  --policy <file>     quels témoins doivent avoir signé (c2sp.org/tlog-policy)
  --state <file>      où retenir ce qui a été vu ; sinon open-count-<site>.json dans ce dossier
  --patience <s>      combien de temps des votes peuvent être en route entre site et registre ; sinon 20 secondes
  --watch [<s>]       continuer, toutes les 60 secondes ou comme indiqué, et signaler ce qui change
  --json              une ligne de JSON par vérification
  --lang en|fr        la langue ; sinon celle de LANG
  --help

Se termine par 0 si tout est égal, 1 si quelque chose diffère, 2 s’il est impossible de le dire.`,
};

const SECONDS = /^\d{1,6}$/;

/**
 * @param {string[]} args
 * @param {Options['language']} ofSystem
 * @returns {Options | { help: Options['language'], why: string | null }}
 */
function readOptions(args, ofSystem) {
  // The seconds after --watch are optional, which `parseArgs` does not support.
  const completeArgs = args.flatMap((arg, index) =>
    arg === '--watch' && !SECONDS.test(args[index + 1] ?? '') ? ['--watch', '60'] : [arg],
  );
  try {
    const { values, positionals } = parseArgs({
      args: completeArgs,
      allowPositionals: true,
      options: {
        key: { type: 'string', multiple: true, default: [] },
        'key-file': { type: 'string' },
        policy: { type: 'string' },
        state: { type: 'string' },
        patience: { type: 'string', default: '20' },
        watch: { type: 'string' },
        json: { type: 'boolean', default: false },
        lang: { type: 'string', default: ofSystem },
        help: { type: 'boolean', default: false },
      },
    });
    const language = values.lang === 'fr' ? 'fr' : 'en';
    if (values.help) return { help: language, why: null };
    const site = new URL(positionals[0] ?? '');
    const isPlain = site.username + site.password + site.search + site.hash === '';
    if (positionals.length !== 1 || !/^https?:$/.test(site.protocol) || !isPlain) {
      throw new Error('https://site');
    }
    if (!/^(en|fr)$/.test(values.lang)) throw new Error('--lang');
    if (!SECONDS.test(values.patience)) throw new Error('--patience');
    if (values.watch !== undefined && !SECONDS.test(values.watch)) throw new Error('--watch');
    const fromFile = values['key-file'] ? readFileSync(values['key-file'], 'utf8') : '';
    const keys = [...values.key, ...fromFile.split(/\r?\n/)].filter((line) => line.trim() !== '');
    if (keys.some((vkey) => !parseKey(vkey, LOG))) throw new Error('--key');
    return {
      site: site.href.replace(/\/+$/, ''),
      state: values.state ?? `open-count-${site.host.replaceAll(':', '-')}.json`,
      keys,
      policy: values.policy ? readPolicy(readFileSync(values.policy)) : null,
      patience: Number(values.patience),
      watch: values.watch === undefined ? null : Number(values.watch),
      isJson: values.json,
      language,
    };
  } catch (error) {
    const why =
      error instanceof Unclear
        ? WORDS[ofSystem].found[error.finding.what](error.finding, String)
        : String(error instanceof Error ? error.message : error);
    return { help: ofSystem, why };
  }
}

/** @param {Options} options */
async function main(options) {
  const verifier = new Verifier(options);
  let report = await verifier.check();
  print(options.isJson ? asJson(report, options) : sentences(report, options).join('\n'));
  process.exitCode = report.code;
  while (options.watch !== null) {
    await sleep(options.watch * 1000);
    const next = await verifier.check();
    const changeText = changes(report, next, options);
    if (changeText) print(options.isJson ? asJson(next, options) : changeText);
    // A difference, once seen, stays in the exit code, whatever is served afterwards.
    if (process.exitCode !== DIFFERENT) process.exitCode = next.code;
    report = next;
  }
}

/**
 * Returns what a check found that the previous one did not.
 * @param {Report} before
 * @param {Report} now
 * @param {Options} options
 */
function changes(before, now, options) {
  const words = WORDS[options.language];
  const n = numbers(options.language);
  const verdict = verdictOf(now, words, n);
  const grown = (now.checkpoint?.size ?? 0) - (before.checkpoint?.size ?? 0);
  const isSame = before.code === now.code && verdictOf(before, words, n) === verdict;
  const reported = new Set(before.remarks.map((remark) => JSON.stringify(remark)));
  const isRemarkable = now.remarks.some((remark) => !reported.has(JSON.stringify(remark)));
  if (isSame && grown <= 0 && !isRemarkable) return null;
  const [, ...all] = sentences(now, options);
  const summary = [
    ...(grown > 0 ? [words.grew(grown, now.checkpoint?.size ?? 0, n)] : []),
    `${words.verdict[now.code]}.`,
  ];
  const time = new Date().toISOString();
  const isBrief = isSame && !isRemarkable;
  return isBrief ? `${time}  ${summary.join(' ')}` : `${time}\n${all.join('\n')}`;
}

const ofSystem = /^fr/i.test(
  process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG || '',
)
  ? 'fr'
  : 'en';
const options = readOptions(process.argv.slice(2), ofSystem);
if ('help' in options) {
  print(options.why ? `${options.why}\n\n${HELP[options.help]}` : HELP[options.help]);
  process.exitCode = options.why ? UNCLEAR : EQUAL;
} else {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit());
  await main(options);
}
