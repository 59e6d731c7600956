import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/database';

test('two test databases have the schema and share no rows', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  try {
    await query(first.url, `INSERT INTO categories (name) VALUES ('Best Song')`);
    expect(await query(second.url, 'SELECT * FROM categories')).toEqual([]);
  } finally {
    await Promise.all([first.drop(), second.drop()]);
  }
  await expect(query(first.url, 'SELECT 1')).rejects.toThrow('does not exist');
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
