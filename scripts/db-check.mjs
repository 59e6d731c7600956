import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { installed, ROOT, run, runMain } from './lib/run.mjs';

/**
 * Fails when the schema says something that the migrations do not: generating a migration into a
 * copy of them must find nothing to write. Also runs drizzle-kit's own check of their history.
 */
await runMain(async () => {
  // drizzle-kit only takes a folder inside the project.
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
    for (const command of ['check', 'generate']) {
      const result = await run(installed('drizzle-kit'), [command, `--config=${config}`], {
        quiet: true,
      });
      if (result.code !== 0) {
        console.log(result.output);
        return 1;
      }
    }
    const known = await readdir(path.join(ROOT, 'migrations'));
    const unknown = (await readdir(migrations)).filter((name) => !known.includes(name));
    if (unknown.length > 0) {
      console.log('The schema is ahead of the migrations. Run npm run db:generate.');
      return 1;
    }
    return 0;
  } finally {
    await rm(copy, { recursive: true });
  }
});
