import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { Client } from 'pg';

/** What the driver waits for: authenticated, and ready. */
const WELCOME = Buffer.from([
  ...[0x52, 0, 0, 0, 8, 0, 0, 0, 0], // AuthenticationOk
  ...[0x5a, 0, 0, 0, 5, 0x49], // ReadyForQuery, idle.
]);
const READY_FOR_QUERY = 0x5a;
const IDLE = 0x49;
const TERMINATE = 0x58;

/**
 * Simulates PgBouncer before 1.21 in transaction mode: a client has a connection to PostgreSQL for
 * a transaction, and for the next one whichever is free. It does not support prepared statements,
 * and ignores the settings that clients request on connecting. Accepts every client.
 * @param url the database behind it
 */
export async function startTransactionPooler(url: string) {
  const free: Socket[] = [];
  const opened: Client[] = [];
  const clients = new Set<Socket>();

  async function connect(): Promise<Socket> {
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    opened.push(client);
    await client.connect();
    const socket = client.connection.stream as Socket;
    // From here on the driver is bypassed.
    socket.removeAllListeners('data');
    return socket;
  }

  const server = createServer((client) => {
    let linked: Promise<Socket> | null = null;
    let isWelcome = false;
    clients.add(client);
    client.on('error', () => undefined).on('close', () => clients.delete(client));

    const link = async () => {
      const upstream = free.pop() ?? (await connect());
      upstream.on('data', (answer: Buffer) => {
        client.write(answer);
        // The driver waits for each response, so this can only be the end of it.
        if (answer.at(-6) !== READY_FOR_QUERY || answer.at(-1) !== IDLE) return;
        upstream.removeAllListeners('data');
        linked = null;
        free.push(upstream);
      });
      return upstream;
    };
    client.on('data', async (message: Buffer) => {
      if (!isWelcome) {
        isWelcome = true;
        client.write(WELCOME);
      } else if (message[0] !== TERMINATE) {
        linked ??= link();
        (await linked).write(message);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const pooled = new URL(url);
  pooled.hostname = '127.0.0.1';
  pooled.port = String(typeof address === 'object' && address ? address.port : '');
  return {
    url: pooled.href,
    async close() {
      server.close();
      for (const client of clients) client.destroy();
      await Promise.all(opened.map((client) => client.end().catch(() => undefined)));
    },
  };
}
