import { parseArgs } from 'node:util';
import { openWitnessFolder, WitnessFolderError, witnessServer } from '#server/witness/index';
import {
  NoteError,
  parseVkey,
  toVkey,
  type VerifierKey,
  verifierKey,
} from '#shared/open-count/note';

/** An error with a message for the person at the terminal. */
class UsageError extends Error {}

const USAGE =
  'npm run ledger:witness -- --folder ./witness --name witness.example/w1 --log <verifier key> [--port 8090] [--host 127.0.0.1]';

interface Arguments {
  folder: string;
  name: string;
  logs: VerifierKey[];
  port: number;
  host: string;
}

/**
 * Needs neither settings nor a database, so that people who do not trust the organiser can run it
 * elsewhere.
 */
async function run(): Promise<void> {
  const { folder: place, name, logs, port, host } = readArguments();
  const folder = await openWitnessFolder(place, name);
  const report = (line: string) => console.log(`${new Date().toISOString()} ${line}`);
  const server = witnessServer({ folder, logs, report });
  const stop = () => {
    server.close(() => void folder.close());
    server.closeIdleConnections();
  };
  server.once('error', async (error: NodeJS.ErrnoException) => {
    await folder.close();
    fail(error.code === 'EADDRINUSE' ? new UsageError(`Port ${port} is in use.`) : error);
  });
  server.listen({ port, host }, () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
    const address = server.address();
    const listening = typeof address === 'object' && address ? address.port : port;
    const vkey = toVkey(folder.signer.key);
    console.log(`The witness ${name} stores its data in ${place} and witnesses:`);
    for (const log of logs) console.log(`  ${log.name}`);
    console.log(`Its verifier key:\n  ${vkey}`);
    console.log('For LEDGER_WITNESSES, with the address at which the log finds this machine:');
    console.log(`  ${vkey} http://${host.includes(':') ? `[${host}]` : host}:${listening}`);
  });
}

function readArguments(): Arguments {
  const { folder, name, log = [], port = '8090', host = '127.0.0.1' } = readOptions();
  if (!folder || !name || log.length === 0) throw new UsageError(`Usage: ${USAGE}`);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new UsageError(`${port} is not a port: give a number up to 65535.`);
  }
  try {
    verifierKey(name, 'witness', new Uint8Array());
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    throw new UsageError(
      'A name must not contain spaces or a plus sign. Example: witness.example/w1.',
    );
  }
  return { folder, name, logs: log.map(logKey), port: Number(port), host };
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        folder: { type: 'string' },
        name: { type: 'string' },
        log: { type: 'string', multiple: true },
        port: { type: 'string' },
        host: { type: 'string' },
      },
    }).values;
  } catch {
    throw new UsageError(`Usage: ${USAGE}`);
  }
}

function logKey(vkey: string): VerifierKey {
  try {
    const key = parseVkey(vkey.trim());
    if (key.type === 'log') return key;
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
  }
  throw new UsageError(
    `${vkey} is not a verifier key of a log: its site publishes it at /count/key.`,
  );
}

function fail(error: unknown): void {
  const isForTheReader = error instanceof UsageError || error instanceof WitnessFolderError;
  console.error(isForTheReader ? error.message : error);
  process.exitCode = 1;
}

await run().catch(fail);
