import type { IncomingMessage } from 'node:http';

/**
 * Deepest nesting accepted. No service we use needs more; parsing or writing deep JSON may fail or
 * become very slow.
 */
const MAX_DEPTH = 64;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [LIST, END_OF_LIST, OBJECT, END_OF_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Tracks the nesting depth of a JSON text, chunk by chunk and without parsing it. */
export class JsonDepth {
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  /** @returns false as soon as it is nested too deeply */
  isWithin(piece: Uint8Array): boolean {
    // A loop by index, because an iterator takes four times as long for long lists.
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at];
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === QUOTE) this.#isInText = !this.#isInText;
      else if (this.#isInText) this.#isEscaped = byte === BACKSLASH;
      else if (byte === LIST || byte === OBJECT) this.#depth += 1;
      else if (byte === END_OF_LIST || byte === END_OF_OBJECT) this.#depth -= 1;
      if (this.#depth > MAX_DEPTH) return false;
    }
    return true;
  }
}

/**
 * Reads a body to its end.
 * @returns null as soon as it is longer than `most` bytes; the rest is not read
 */
export async function readUpTo(
  body: AsyncIterable<Uint8Array>,
  most: number,
): Promise<Buffer<ArrayBuffer> | null> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.byteLength;
    if (length > most) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/**
 * For a library that reads responses itself, whatever their length and depth: closes the connection
 * once a response has more than `most` bytes or is nested too deeply. Must be called before
 * anything else listens to the response.
 */
export function limitResponse(most: number, answer: IncomingMessage): void {
  const depth = new JsonDepth();
  let length = 0;
  answer.on('data', (piece: string | Buffer) => {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    length += bytes.length;
    if (length > most || !depth.isWithin(bytes)) {
      answer.destroy(new Error('the response exceeds the limit of size or depth'));
    }
  });
}

/**
 * Parses JSON from an external service.
 * @param bytes whose number the caller has already limited
 * @returns undefined for anything that is not JSON or is nested too deeply
 */
export function parseExternalJson(bytes: Uint8Array): unknown {
  if (!new JsonDepth().isWithin(bytes)) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Longest response, in bytes, of a service that returns a single object. */
const MAX_RESPONSE_BYTES = 256 * 1024;

/**
 * Reads a `fetch` response to its end, after decompression by fetch, within limits of length and
 * depth, so that parsing its JSON is safe.
 * @throws TypeError as for a broken connection, if a limit is exceeded
 */
export async function boundedResponse(answer: Response): Promise<Response> {
  const { body, status, statusText, headers } = answer;
  if (body === null) return answer;
  const bytes = await readUpTo(body, MAX_RESPONSE_BYTES);
  if (bytes === null || !new JsonDepth().isWithin(bytes)) {
    throw new TypeError('fetch failed', {
      cause: new Error('the response exceeds the limit of size or depth'),
    });
  }
  return new Response(bytes, { status, statusText, headers });
}
