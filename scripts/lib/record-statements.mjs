import { appendFileSync } from 'node:fs';
import pg from 'pg';

/**
 * Loaded into the measured server by `--import`: records each statement it sends, in order, in the
 * file that the environment names.
 */
const file = process.env.RECORD_STATEMENTS ?? '/dev/null';
const send = pg.Client.prototype.query;

/** @this {pg.Client} */
function recorded(/** @type {any[]} */ ...args) {
  const [config, given] = args;
  const text = typeof config === 'string' ? config : config.text;
  const values = Array.isArray(given) ? given : (config.values ?? []);
  appendFileSync(file, `${JSON.stringify({ text, values })}\n`);
  return Reflect.apply(send, this, args);
}
Object.assign(pg.Client.prototype, { query: recorded });
