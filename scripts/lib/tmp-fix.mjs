import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres';

const logger = { info() {}, warn: console.warn, error: console.error };
const database = await startEmbeddedPostgres({ dataDir: '/tmp/grow-pg', logger });
try {
  for (const size of [5000, 200000, 2000000]) {
    const client = new pg.Client({
      connectionString: Object.assign(new URL(database.url), { pathname: `/bench_${size}` }).href,
    });
    await client.connect();
    for (const q of process.argv.slice(2)) console.log(size, (await client.query(q)).rows);
    await client.end();
  }
} finally {
  await database.stop();
}
