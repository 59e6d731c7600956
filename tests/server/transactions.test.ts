import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabaseHandle, openDatabase } from '#server/db/client';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let handle: DatabaseHandle;
beforeAll(async () => {
  database = await createTestDatabase();
  handle = openDatabase(database.url, { maxConnections: 1 });
});
afterAll(() => database.drop());

test('a transaction that cannot begin gives its connection back, and the pool closes', async () => {
  const { db, pool, close } = handle;
  const impossible = db.transaction(async () => undefined, { isolationLevel: 'none' as never });
  await expect(impossible).rejects.toThrow();
  expect(pool.waitingCount).toBe(0);
  expect(pool.idleCount).toBe(pool.totalCount);
  const { rows } = await db.transaction((tx) => tx.execute(sql`select 1 as one`));
  expect(rows).toEqual([{ one: 1 }]);
  await close();
});
