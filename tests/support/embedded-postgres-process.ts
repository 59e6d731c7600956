import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/index';

/**
 * An application reduced to its database, to be started, interrupted and killed from outside:
 * prints one line once its database accepts connections, and stops it on SIGINT or SIGTERM.
 * Usage: node --import tsx embedded-postgres-process.ts DATA_DIR
 */
const [, , dataDir] = process.argv;
if (!dataDir) throw new Error('Name the data directory as the argument.');

const silent = { info() {}, warn() {}, error() {} };
const database = await startEmbeddedPostgres({ dataDir, logger: silent });

const stop = () => void database.stop().then(() => process.exit(0));
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
process.stdout.write(`${JSON.stringify({ url: database.url, databasePid: database.pid })}\n`);
