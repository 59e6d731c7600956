import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { ROOT } from './run.mjs';

const FILE = path.join(ROOT, 'docs', 'benchmarks.md');

const HEAD = `# Benchmarks

Results of \`npm run bench\`, each table with its date and machine. Baselines are measured in the same run,
alternating, so that other load on the machine affects both. No test asserts a time.
`;

/** @param {number[]} values */
export const median = (values) => quantile(values, 0.5);

/**
 * @param {number[]} values
 * @param {number} share fraction of the values that are smaller
 */
export const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

/**
 * Prints a table, and replaces its last version in docs/benchmarks.md.
 * @param {string} title
 * @param {Record<string, string | number>[]} rows all with the same columns
 */
export async function publish(title, rows) {
  console.table(rows);
  const columns = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => Object.values(row).map(String));
  const widths = columns.map((name, at) =>
    Math.max(name.length, ...cells.map((row) => row[at]?.length ?? 0)),
  );
  // Formatted as by the formatter.
  const line = (/** @type {string[]} */ row, filler = ' ') =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0, filler)).join(' | ')} |`;
  const table = [
    line(columns),
    line(
      columns.map(() => '-'),
      '-',
    ),
    ...cells.map((row) => line(row)),
  ].join('\n');
  const [{ model = 'unknown' } = {}] = cpus();
  const machine = `${cpus().length} × ${model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  const section = `## ${title}\n\n_${new Date().toISOString().slice(0, 10)}, ${machine}_\n\n${table}\n`;
  const text = existsSync(FILE) ? await readFile(FILE, 'utf8') : HEAD;
  const parts = text.split(/^(?=## )/m).map((part) => `${part.trimEnd()}\n`);
  const earlier = parts.findIndex((part) => part.startsWith(`## ${title}\n`));
  parts.splice(earlier < 0 ? parts.length : earlier, earlier < 0 ? 0 : 1, section);
  await writeFile(FILE, parts.join('\n'));
}
