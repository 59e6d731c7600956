import type { IncomingMessage } from 'node:http';

/** Nothing that anybody answers us lies deeper; what reads or writes deep JSON may fail or crawl. */
const DEEPEST = 64;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [LIST, END_OF_LIST, OBJECT, END_OF_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Follows how deep a JSON text is nested, piece by piece and without reading it. */
export class JsonDepth {
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  /** @returns false as soon as it lies deeper than anything we read */
  isWithin(piece: Uint8Array): boolean {
    // By index: iterated, long lists take four times as long.
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at];
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === QUOTE) this.#isInText = !this.#isInText;
      else if (this.#isInText) this.#isEscaped = byte === BACKSLASH;
      else if (byte === LIST || byte === OBJECT) this.#depth += 1;
      else if (byte === END_OF_LIST || byte === END_OF_OBJECT) this.#depth -= 1;
      if (this.#depth > DEEPEST) return false;
    }
    return true;
  }
}

/**
 * Reads a body to its end.
 * @returns null as soon as it is longer than `most` bytes; what is left of it is not fetched
 */
export async function bytesUpTo(
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
 * For a library that reads an answer by itself, whatever its length and depth: breaks the connection
 * as soon as there are more than `most` bytes, or they lie deeper than anything we read. To be called
 * before anything else listens to the answer.
 */
export function cutOffBeyond(most: number, answer: IncomingMessage): void {
  const depth = new JsonDepth();
  let length = 0;
  answer.on('data', (piece: string | Buffer) => {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    length += bytes.length;
    if (length > most || !depth.isWithin(bytes)) {
      answer.destroy(new Error('longer or deeper than is read'));
    }
  });
}

/**
 * Reads JSON that somebody else has written.
 * @param bytes no more than the caller is ready to have parsed
 * @returns undefined for what is no JSON, or lies deeper than anything we read
 */
export function parseForeignJson(bytes: Uint8Array): unknown {
  if (!new JsonDepth().isWithin(bytes)) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** In bytes: what services answer that are asked one thing. */
const LONGEST_ANSWER = 256 * 1024;

/**
 * An answer to `fetch`, which unpacks what comes packed; read to its end, so that whoever wants its
 * JSON gets no more than anybody answers.
 * @throws TypeError as for a connection that broke, where there is more or it lies deeper
 */
export async function boundedAnswer(answer: Response): Promise<Response> {
  const { body, status, statusText, headers } = answer;
  if (body === null) return answer;
  const bytes = await bytesUpTo(body, LONGEST_ANSWER);
  if (bytes === null || !new JsonDepth().isWithin(bytes)) {
    throw new TypeError('fetch failed', { cause: new Error('longer or deeper than is read') });
  }
  return new Response(bytes, { status, statusText, headers });
}
