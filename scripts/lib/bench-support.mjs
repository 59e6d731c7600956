import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Linux measures CPU time in hundredths of a second. */
const TICK_MS = 10;

/**
 * Creates one category with this many nominees.
 * @param {import('pg').Client} client
 * @param {number} nominees
 * @returns {Promise<string[]>} the ids of their nominations
 */
export async function seedNominees(client, nominees) {
  await client.query(`
    INSERT INTO artists (name) SELECT 'Artist ' || n FROM generate_series(1, ${nominees}) AS n;
    INSERT INTO categories (name) VALUES ('Category');
    INSERT INTO nominations (artist_id, category_id, shareable_link)
    SELECT artists.id, categories.id, gen_random_uuid()::text FROM artists, categories;`);
  /** @type {{ rows: { id: string }[] }} */
  const { rows } = await client.query('SELECT id FROM nominations');
  return rows.map(({ id }) => id);
}

/**
 * Returns the CPU time of all matching processes, including ended children; 0 on systems without
 * this data.
 * @param {(pid: number, parent: number) => boolean} isMatch
 */
export async function processorTime(isMatch) {
  if (!existsSync('/proc/self/stat')) return 0;
  let ticks = 0;
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name)
      ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
      : '';
    // The program's name is in parentheses, and may contain spaces.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    if (stat === '' || !isMatch(Number(name), parent)) continue;
    ticks += fields.slice(11, 15).reduce((sum, time) => sum + time, 0);
  }
  return ticks * TICK_MS;
}

/**
 * @template Item
 * @param {number} atOnce
 * @param {Item[]} items
 * @param {(item: Item) => Promise<unknown>} act
 */
export async function inParallel(atOnce, items, act) {
  const remaining = [...items];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = remaining.shift(); item !== undefined; item = remaining.shift())
        await act(item);
    }),
  );
}

/**
 * Waits until all completed payments are in the open count.
 * @param {import('pg').Client} client
 */
export async function untilEntered(client, pauseMs = 50) {
  for (let waits = true; waits; ) {
    const { rows } = await client.query('SELECT EXISTS (SELECT 1 FROM count_queue) AS waits');
    waits = rows[0].waits;
    if (waits) await delay(pauseMs);
  }
}
