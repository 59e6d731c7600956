import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** What everybody gets who asks for the same. */
export interface Content {
  text: string;
  /** `Content-Type` and whatever else belongs to it. */
  headers: Readonly<Record<string, string>>;
  /** As we have written it, such as `/api/categories/:id`; for metrics. */
  route: string;
  /** 200 where it is not said. */
  status?: number;
}

const PACKERS = {
  // Well below the best, which would take a hundred times as long: a page is packed every second.
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
type Encoding = keyof typeof PACKERS;

/** Less would hardly get smaller. */
const WORTH_PACKING_BYTES = 1_024;
/** Far more than a catalogue has in two languages; addresses that somebody makes up are not kept for longer. */
const MAX_ENTRIES = 1_000;

/** One content as one kind of browser takes it: all that is left is to send it. */
interface Form {
  etag: string;
  /** Names and values in turns, as `writeHead` takes them. */
  headers: readonly string[];
  headersUnchanged: readonly string[];
  body: Buffer;
}

/** A content that was read, and how it is sent. */
export interface Copy {
  content: Content;
  forms: Map<Encoding, Form>;
  /** When the read of it began. */
  readAt: number;
}

interface Entry {
  read: () => Promise<Content>;
  /** Null until the first read has come to its end. */
  copy: Copy | null;
  /** The read under way. */
  reading: Promise<Copy> | null;
}

/** What the application would have done to an answer that it never hears of. */
interface Edge {
  /** Names and values in turns. */
  headers: readonly string[];
  /** Logs and counts the answer; returns the request's name. */
  log: (req: IncomingMessage, status: number, route: string) => string;
}

/**
 * Answers that are the same for everybody, finished down to the compressed bytes. However many ask,
 * each is read once in a while, by one of them; the others get what stands there, past the whole
 * application. Nothing that depends on a person may come in here.
 */
export class ReadCache {
  readonly #maxAgeMs: number;
  #entries = new Map<string, Entry>();
  /** For metrics: answers from what stood here, and reads. */
  readonly counts = { answers: 0, reads: 0 };

  /** @param maxAgeMs how old an answer may be; 0 shares nothing */
  constructor(maxAgeMs: number) {
    this.#maxAgeMs = maxAgeMs;
  }

  /**
   * The content under a key, read if there is none that is young enough. A read is shared by all who
   * come while it runs; so is its failure.
   * @throws what `read` throws
   */
  async get(key: string, read: () => Promise<Content>): Promise<Copy> {
    if (this.#maxAgeMs === 0) return newCopy(await read(), Date.now());
    const entry = this.#entries.get(key) ?? { read, copy: null, reading: null };
    if (entry.copy && this.#ageOf(entry.copy) < this.#maxAgeMs) return entry.copy;
    this.#entries.set(key, entry);
    return this.#refresh(key, entry);
  }

  /** Sends a content in the form that this browser takes. */
  async send(req: IncomingMessage, res: ServerResponse, copy: Copy): Promise<void> {
    const { etag, headers, headersUnchanged, body } = await this.#formOf(copy, encodingFor(req));
    const isUnchanged = isKnown(req, etag);
    const own = isUnchanged ? headersUnchanged : headers;
    for (let i = 0; i < own.length; i += 2) res.setHeader(own[i] ?? '', own[i + 1] ?? '');
    res.statusCode = isUnchanged ? 304 : (copy.content.status ?? 200);
    res.end(isUnchanged || req.method === 'HEAD' ? undefined : body);
  }

  /**
   * Answers at once what stands ready.
   * @returns false for everything else, which is left to the application
   */
  answer(req: IncomingMessage, res: ServerResponse, key: string, edge: Edge): boolean {
    const entry = this.#entries.get(key);
    if (!entry?.copy || req.method !== 'GET') return false;
    const age = this.#ageOf(entry.copy);
    if (age >= this.#maxAgeMs) return false;
    const form = entry.copy.forms.get(encodingFor(req));
    if (!form) return false;
    // Read anew before it is too old, so that nobody has to wait. Whoever must have it will be told.
    if (age > this.#maxAgeMs / 2) this.#refresh(key, entry).catch(() => undefined);
    const isUnchanged = isKnown(req, form.etag);
    const status = isUnchanged ? 304 : (entry.copy.content.status ?? 200);
    const own = isUnchanged ? form.headersUnchanged : form.headers;
    this.counts.answers += 1;
    const requestId = edge.log(req, status, entry.copy.content.route);
    res.writeHead(status, [...own, ...edge.headers, 'X-Request-Id', requestId]);
    res.end(isUnchanged ? undefined : form.body);
    return true;
  }

  /** What was read before is shown to nobody who asks from now on. */
  clear(): void {
    this.#entries = new Map();
  }

  /** A change that its maker looks at next. */
  async after<Result>(change: Promise<Result>): Promise<Result> {
    try {
      return await change;
    } finally {
      this.clear();
    }
  }

  /** Of the oldest content that is given out, in ms; for metrics. */
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
        this.#forgetOldest();
      });
    return entry.reading;
  }

  async #read(entry: Entry): Promise<Copy> {
    const readAt = Date.now();
    this.counts.reads += 1;
    const content = await entry.read();
    const before = entry.copy;
    const copy = newCopy(content, readAt);
    if (before && before.content.text === content.text) copy.forms = before.forms;
    // In all forms that were asked for, so that the next readers find them.
    else
      await Promise.all([...(before?.forms.keys() ?? [])].map((name) => this.#formOf(copy, name)));
    entry.copy = copy;
    return copy;
  }

  async #formOf({ content, forms }: Copy, encoding: Encoding): Promise<Form> {
    const known = forms.get(encoding);
    if (known) return known;
    const bytes = Buffer.from(content.text);
    const isPacked = encoding !== 'identity' && bytes.length >= WORTH_PACKING_BYTES;
    const body = isPacked ? await PACKERS[encoding](bytes) : bytes;
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    const etag = `"${hash}${isPacked ? `.${encoding}` : ''}"`;
    const { Vary, ...others } = content.headers;
    const described = {
      ...others,
      ETag: etag,
      Vary: Vary ? `Accept-Encoding, ${Vary}` : 'Accept-Encoding',
    };
    const form = {
      etag,
      headers: Object.entries({
        ...described,
        ...(isPacked ? { 'Content-Encoding': encoding } : {}),
        'Content-Length': String(body.length),
      }).flat(),
      headersUnchanged: Object.entries(described).flat(),
      body,
    };
    forms.set(encoding, form);
    return form;
  }

  /** Also after the clock was put back. */
  #ageOf = (copy: Copy): number => Math.abs(Date.now() - copy.readAt);

  #forgetOldest(): void {
    // The one that was asked for first stands first; if it is still wanted, it is read again.
    for (const key of this.#entries.keys()) {
      if (this.#entries.size <= MAX_ENTRIES) return;
      this.#entries.delete(key);
    }
  }
}

const newCopy = (content: Content, readAt: number): Copy => ({ content, forms: new Map(), readAt });

/** `Accept-Encoding` has a handful of values in all the world. */
const encodings = new Map<string, Encoding>();

function encodingFor({ headers }: IncomingMessage): Encoding {
  const accepted = headers['accept-encoding'] ?? '';
  const known = encodings.get(accepted);
  if (known) return known;
  const takes = (name: string) =>
    accepted.split(',').some((one) => {
      const [offered = '', ...parameters] = one
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      return offered === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    });
  const encoding = takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
  if (encodings.size < 100) encodings.set(accepted, encoding);
  return encoding;
}

/** What stands between us may have made the browser's copy a weak one. */
function isKnown({ headers }: IncomingMessage, etag: string): boolean {
  const known = headers['if-none-match'];
  if (known === undefined) return false;
  return known === etag || known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
