import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Cached content, the same for all clients. */
export interface Content {
  text: string;
  /** `Content-Type` and related headers. */
  headers: Readonly<Record<string, string>>;
  /** Route as written in our code, such as `/api/categories/:id`; for metrics. */
  route: string;
  /** Defaults to 200. */
  status?: number;
}

const COMPRESSORS = {
  // Far below the best quality, which would take a hundred times as long: a page is compressed
  // every second.
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: 7,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
  identity: async (bytes: Buffer) => bytes,
} as const;
type Encoding = keyof typeof COMPRESSORS;

/** Smaller bodies hardly shrink, so they are not compressed. */
const MIN_BYTES_TO_COMPRESS = 1_024;
/** Far more than a catalogue has in two languages; limits what invented addresses can occupy. */
const MAX_ENTRIES = 1_000;

/** Content in one encoding, ready to be sent. */
interface EncodedContent {
  etag: string;
  /** Alternating names and values, as `writeHead` accepts them. */
  headers: readonly string[];
  headersUnchanged: readonly string[];
  body: Buffer;
}

/** Cached content in the encodings requested so far. */
export interface Copy {
  content: Content;
  encoded: Map<Encoding, EncodedContent>;
  /** When its read began. */
  readAt: number;
}

interface Entry {
  read: () => Promise<Content>;
  /** Null until the first read has finished. */
  copy: Copy | null;
  /** The read in progress. */
  reading: Promise<Copy> | null;
}

/** Middleware that handles a response of the application that bypasses the cache. */
interface Edge {
  /** Alternating names and values. */
  headers: readonly string[];
  /** Logs and counts the response; returns the request's id. */
  log: (req: IncomingMessage, status: number, route: string) => string;
}

/**
 * Caches responses that are the same for all clients, including their compressed bytes. However
 * many clients request one, it is read once per interval; the others get the cached copy, bypassing
 * the application. Must never contain anything that depends on a person.
 */
export class ReadCache {
  readonly #maxAgeMs: number;
  #entries = new Map<string, Entry>();
  /** For metrics: responses from the cache, and reads. */
  readonly counts = { answers: 0, reads: 0 };

  /** @param maxAgeMs maximum age of a response; 0 disables the cache */
  constructor(maxAgeMs: number) {
    this.#maxAgeMs = maxAgeMs;
  }

  /**
   * Returns the content of a key, and reads it if there is none or it is too old. Concurrent
   * callers share one read, and its failure.
   * @throws what `read` throws
   */
  async get(key: string, read: () => Promise<Content>): Promise<Copy> {
    if (this.#maxAgeMs === 0) return newCopy(await read(), Date.now());
    const entry = this.#entries.get(key) ?? { read, copy: null, reading: null };
    if (entry.copy && this.#ageOf(entry.copy) < this.#maxAgeMs) return entry.copy;
    this.#entries.set(key, entry);
    return this.#refresh(key, entry);
  }

  /** Sends content in an encoding that the client accepts. */
  async send(req: IncomingMessage, res: ServerResponse, copy: Copy): Promise<void> {
    const { etag, headers, headersUnchanged, body } = await this.#encode(copy, encodingFor(req));
    const isUnchanged = isUnchangedFor(req, etag);
    const ownHeaders = isUnchanged ? headersUnchanged : headers;
    for (let i = 0; i < ownHeaders.length; i += 2)
      res.setHeader(ownHeaders[i] ?? '', ownHeaders[i + 1] ?? '');
    res.statusCode = isUnchanged ? 304 : (copy.content.status ?? 200);
    res.end(isUnchanged || req.method === 'HEAD' ? undefined : body);
  }

  /**
   * Responds from the cache at once if possible.
   * @returns false otherwise, leaving the request to the application
   */
  answer(req: IncomingMessage, res: ServerResponse, key: string, edge: Edge): boolean {
    const entry = this.#entries.get(key);
    if (!entry?.copy || req.method !== 'GET') return false;
    const age = this.#ageOf(entry.copy);
    if (age >= this.#maxAgeMs) return false;
    const encodedContent = entry.copy.encoded.get(encodingFor(req));
    if (!encodedContent) return false;
    // Refreshed before it is too old, so that no client waits. A failure shows when a client needs
    // a new copy.
    if (age > this.#maxAgeMs / 2) this.#refresh(key, entry).catch(() => undefined);
    const isUnchanged = isUnchangedFor(req, encodedContent.etag);
    const status = isUnchanged ? 304 : (entry.copy.content.status ?? 200);
    const ownHeaders = isUnchanged ? encodedContent.headersUnchanged : encodedContent.headers;
    this.counts.answers += 1;
    const requestId = edge.log(req, status, entry.copy.content.route);
    res.writeHead(status, [...ownHeaders, ...edge.headers, 'X-Request-Id', requestId]);
    res.end(isUnchanged ? undefined : encodedContent.body);
    return true;
  }

  /** Makes sure that content read before this call is never served again. */
  clear(): void {
    this.#entries = new Map();
  }

  /** Clears the cache after a change, so that its author sees the new state. */
  async after<Result>(change: Promise<Result>): Promise<Result> {
    try {
      return await change;
    } finally {
      this.clear();
    }
  }

  /** Age of the oldest served content, in ms; for metrics. */
  get oldestAgeMs(): number {
    const ages = [...this.#entries.values()].flatMap(({ copy }) => (copy ? this.#ageOf(copy) : []));
    return Math.max(0, ...ages.filter((age) => age < this.#maxAgeMs));
  }

  #refresh(key: string, entry: Entry): Promise<Copy> {
    entry.reading ??= this.#read(entry)
      .catch((error: unknown) => {
        if (this.#entries.get(key) === entry) this.#entries.delete(key);
        throw error;
      })
      .finally(() => {
        entry.reading = null;
        this.#evictOldest();
      });
    return entry.reading;
  }

  async #read(entry: Entry): Promise<Copy> {
    const readAt = Date.now();
    this.counts.reads += 1;
    const content = await entry.read();
    const before = entry.copy;
    const copy = newCopy(content, readAt);
    if (before && before.content.text === content.text) copy.encoded = before.encoded;
    // In all encodings requested so far, so that the next clients find them.
    else
      await Promise.all(
        [...(before?.encoded.keys() ?? [])].map((name) => this.#encode(copy, name)),
      );
    entry.copy = copy;
    return copy;
  }

  async #encode({ content, encoded }: Copy, encoding: Encoding): Promise<EncodedContent> {
    const cached = encoded.get(encoding);
    if (cached) return cached;
    const bytes = Buffer.from(content.text);
    const isCompressed = encoding !== 'identity' && bytes.length >= MIN_BYTES_TO_COMPRESS;
    const body = isCompressed ? await COMPRESSORS[encoding](bytes) : bytes;
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    const etag = `"${hash}${isCompressed ? `.${encoding}` : ''}"`;
    const { Vary, ...others } = content.headers;
    const sharedHeaders = {
      ...others,
      ETag: etag,
      Vary: Vary ? `Accept-Encoding, ${Vary}` : 'Accept-Encoding',
    };
    const encodedContent = {
      etag,
      headers: Object.entries({
        ...sharedHeaders,
        ...(isCompressed ? { 'Content-Encoding': encoding } : {}),
        'Content-Length': String(body.length),
      }).flat(),
      headersUnchanged: Object.entries(sharedHeaders).flat(),
      body,
    };
    encoded.set(encoding, encodedContent);
    return encodedContent;
  }

  /** The absolute value covers a clock that was set back. */
  #ageOf = (copy: Copy): number => Math.abs(Date.now() - copy.readAt);

  #evictOldest(): void {
    // Evicts the key inserted first; if it is still requested, it is read again.
    for (const key of this.#entries.keys()) {
      if (this.#entries.size <= MAX_ENTRIES) return;
      this.#entries.delete(key);
    }
  }
}

const newCopy = (content: Content, readAt: number): Copy => ({
  content,
  encoded: new Map(),
  readAt,
});

/** `Accept-Encoding` has only a handful of values in practice. */
const encodings = new Map<string, Encoding>();

function encodingFor({ headers }: IncomingMessage): Encoding {
  const accepted = headers['accept-encoding'] ?? '';
  const cached = encodings.get(accepted);
  if (cached) return cached;
  const accepts = (name: string) =>
    accepted.split(',').some((part) => {
      const [offered = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      return offered === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    });
  const encoding = accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : 'identity';
  if (encodings.size < 100) encodings.set(accepted, encoding);
  return encoding;
}

/** An intermediary may have made the browser's ETag a weak one. */
function isUnchangedFor({ headers }: IncomingMessage, etag: string): boolean {
  const storedTags = headers['if-none-match'];
  if (storedTags === undefined) return false;
  return (
    storedTags === etag ||
    storedTags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  );
}
