import { appendFileSync } from 'node:fs';
import pg from 'pg';

/**
 * Loaded into the measured server by `--import`: appends each statement that the server
 * sends to the file that RECORD_STATEMENTS names.
 */
const file = process.env.RECORD_STATEMENTS ?? '/dev/null';
const send = pg.Client.prototype.query;

/** @this {pg.Client} */
function queryAndRecord(/** @type {any[]} */ ...args) {
  const [config, parameters] = args;
  const text = typeof config === 'string' ? config : config.text;
  const values = Array.isArray(parameters) ? parameters : (config.values ?? []);
  appendFileSync(file, `${JSON.stringify({ text, values })}\n`);
  return Reflect.apply(send, this, args);
}
Object.assign(pg.Client.prototype, { query: queryAndRecord });
