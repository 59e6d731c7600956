import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { installed, run } from './run.mjs';

/** The last migration written before these rules. */
const LAST_UNCHECKED = '0010_users_by_issuer.sql';
const CONCURRENTLY = /\bconcurrently\b/i;

/**
 * Checks what new migrations would do to a table while voters pay through it, by squawk's rules and
 * ours.
 * @param {string} folder
 * @returns {Promise<string[]>} a sentence for each problem
 */
export async function migrationProblems(folder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const problems = [];
  for (const name of names.filter((migration) => migration > LAST_UNCHECKED)) {
    const file = path.join(folder, name);
    const sql = await readFile(file, 'utf8');
    problems.push(...problemsByOurRules(sql).map((problem) => `${name}: ${problem}`));
    problems.push(...(await squawkProblems(file, sql)));
  }
  return problems;
}

/**
 * @param {string} file
 * @param {string} sql
 */
async function squawkProblems(file, sql) {
  // Concurrent statements run outside a transaction: server/db/migrate.ts.
  const mode = CONCURRENTLY.test(sql) ? ['--no-assume-in-transaction'] : [];
  const { code, output } = await run(installed('squawk'), [...mode, file], {
    quiet: true,
    env: { ...process.env, NO_COLOR: '1' },
  });
  return code === 0 ? [] : [output.trimEnd()];
}

/** @param {string} sql */
function problemsByOurRules(sql) {
  const statements = sql.split('--> statement-breakpoint');
  const concurrent = statements.filter((statement) =>
    CONCURRENTLY.test(withoutComments(statement)),
  );
  const isMixed = concurrent.length > 0 && concurrent.length < statements.length;
  return [
    ...(isMixed ? [MIXED] : []),
    ...statements.filter(rewritesRows).map(() => REWRITES_ROWS),
    ...[...sql.matchAll(IGNORED)].filter(([, before]) => !isReason(before)).map(() => NO_REASON),
    ...(sql.includes('-- squawk-ignore-file') ? [IGNORES_ALL] : []),
  ];
}

const MIXED =
  'CONCURRENTLY runs outside a transaction: put the statement into a separate migration.';
const REWRITES_ROWS =
  'UPDATE and DELETE lock their rows until the migration ends: let a command or the server change them in small batches. If there are few, explain it above: -- rewrites-rows: why';
const NO_REASON = 'explain in a comment above squawk-ignore why the statement is safe.';
const IGNORES_ALL =
  'squawk-ignore-file hides what is added later: write squawk-ignore above the statement.';

/** Matches the comment together with the line above it, if any. */
const IGNORED = /(?:^(.*)\n)?^-- squawk-ignore /gm;

/** @param {string} [line] */
const isReason = (line = '') => /^-- (?!squawk-ignore)\S/.test(line);

/** @param {string} statement */
const rewritesRows = (statement) =>
  /^\s*(update|delete)\b/i.test(withoutComments(statement)) &&
  !/^-- rewrites-rows: \S/m.test(statement);

/** @param {string} statement */
const withoutComments = (statement) => statement.replace(/^--.*$/gm, '');
