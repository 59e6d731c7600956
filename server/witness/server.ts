import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { bareHeaders, createWebServer } from '#server/platform/web-server';
import { toNote, type VerifierKey } from '#shared/open-count/note';
import { MAX_WITNESS_REQUEST_BYTES, originHash, Witness } from '#shared/open-count/witness';
import type { WitnessFolder } from './folder';

/** Short, because a log's request is small and sent at once. In ms. */
const REQUEST_TIMEOUT_MS = 15_000;
const MAX_CONNECTIONS = 200;

interface WitnessServerParts {
  folder: WitnessFolder;
  logs: readonly VerifierKey[];
  /** Called with one line about each action. */
  report: (line: string) => void;
}

/**
 * Serves c2sp.org/tlog-witness over HTTP: `add-checkpoint` for logs, and the last signed checkpoint
 * for everyone.
 */
export function witnessServer({ folder, logs, report }: WitnessServerParts): Server {
  const { signer, memory } = folder;
  const witness = new Witness({ signer, memory, logs: async () => logs, now: () => new Date() });

  const addCheckpoint = async (req: IncomingMessage, res: ServerResponse) => {
    const body = await readBody(req);
    if (body === null) return send(res, 413, 'too much\n');
    const { status, contentType, body: answer, checkpoint } = await witness.addCheckpoint(body);
    if (checkpoint) {
      const { origin, size, note } = checkpoint;
      if (status === 422) await folder.keepRefused(originHash(origin), toNote(note));
      report(`${origin}, ${size} entries: ${STATUS_TEXTS[status] ?? status}`);
    } else {
      report(`refused with ${status}: ${answer.trim()}`);
    }
    send(res, status, answer, contentType);
  };

  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    const { method, url = '' } = req;
    const [path = ''] = url.split('?');
    const [, log] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(path) ?? [];
    if (path === '/add-checkpoint') {
      if (method === 'POST') return addCheckpoint(req, res);
      return notAllowed(res, 'POST');
    }
    if (log === undefined) return send(res, 404, 'nothing here\n');
    if (method !== 'GET' && method !== 'HEAD') return notAllowed(res, 'GET, HEAD');
    const checkpoint = await witness.checkpoint(log);
    return send(res, checkpoint === null ? 404 : 200, checkpoint ?? 'never seen\n');
  };

  const server = createWebServer((req, res) => {
    answer(req, res).catch((error: unknown) => {
      // The client disconnected during the request and waits for no response.
      if (!req.complete) return void req.destroy();
      report(`failed: ${error instanceof Error ? error.message : String(error)}`);
      send(res, 500, 'the witness cannot answer\n');
    });
  }, null);
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = REQUEST_TIMEOUT_MS;
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

const STATUS_TEXTS: Record<number, string> = {
  200: 'signed',
  400: 'refused, because its size is below the one it says we have seen',
  409: 'responded with the last signed size',
  422: 'REFUSED, because it does not continue the last signed tree; stored beside the key as evidence',
};

/**
 * @returns null if it is longer than any log's request: read to its end, as far as the timeout
 *   allows
 */
async function readBody(req: IncomingMessage): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of req) {
    length += piece.length;
    if (length <= MAX_WITNESS_REQUEST_BYTES) pieces.push(piece);
  }
  return length <= MAX_WITNESS_REQUEST_BYTES ? Buffer.concat(pieces) : null;
}

function notAllowed(res: ServerResponse, methods: string): void {
  res.setHeader('Allow', methods);
  send(res, 405, 'bad request\n');
}

function send(
  res: ServerResponse,
  status: number,
  body: string,
  contentType = 'text/plain; charset=utf-8',
): void {
  res.writeHead(status, { ...bareHeaders(null), 'Content-Type': contentType }).end(body);
}
