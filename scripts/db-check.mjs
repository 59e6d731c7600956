import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { migrationProblems } from './lib/migration-rules.mjs';
import { installed, ROOT, run, runMain } from './lib/run.mjs';

/**
 * Fails when the schema differs from the migrations: generating a migration into a copy of them
 * must produce nothing. Also runs drizzle-kit's own check of their history, and rejects new
 * migrations that would make voters wait.
 */
await runMain(async () => {
  const problems = await migrationProblems(path.join(ROOT, 'migrations'));
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) {
    console.log('See docs/operations.md, "Migrations without downtime".');
    return 1;
  }
  // drizzle-kit only accepts a folder inside the project.
  const copy = await mkdtemp(path.join(ROOT, 'node_modules', '.db-check-'));
  try {
    const migrations = path.join(copy, 'migrations');
    await cp(path.join(ROOT, 'migrations'), migrations, { recursive: true });
    const config = path.join(copy, 'drizzle.config.ts');
    const out = `./${path.relative(ROOT, migrations)}`;
    await writeFile(
      config,
      `import config from '../../drizzle.config';\nexport default { ...config, out: '${out}' };\n`,
    );
    const history = await drizzleKit('check', config);
    const generation = await drizzleKit('generate', config);
    // It also exits with 0 when it could not load the schema, so only its message counts.
    if (history.code === 0 && generation.output.includes('No schema changes')) return 0;
    console.log(history.code === 0 ? generation.output : history.output);
    console.log('The schema and the migrations do not agree. Run npm run db:generate.');
    return 1;
  } finally {
    await rm(copy, { recursive: true });
  }
});

/**
 * @param {string} command
 * @param {string} config
 */
function drizzleKit(command, config) {
  return run(installed('drizzle-kit'), [command, `--config=${config}`], { quiet: true });
}
