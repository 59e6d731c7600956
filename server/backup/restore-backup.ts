import { BackupError } from './backup-error';
import { expectUnaltered } from './backup-file';
import { withClient } from './connection';
import { runProgram } from './postgres-programs';

/**
 * Restores a file of `takeBackup` into an empty database, in one transaction. The role in the
 * address owns all objects, whichever role owned them in the backup.
 * @throws BackupError
 */
export async function restoreBackup(url: string, file: string): Promise<void> {
  await expectUnaltered(file);
  await expectEmpty(url);
  const options = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];
  // Names no database, so that the one from the environment is used; without this option, none is.
  const target = '--dbname=application_name=festival-awards-restore';
  await runProgram('pg_restore', [...options, '--no-password', target, file], { url });
  await withClient(url, (client) => client.query('analyze'));
}

/** Excludes tables of installed extensions, such as statistics. */
const TABLES = `
  select oid::regclass::text as name from pg_class
  where relkind in ('r', 'p', 'm', 'f')
    and relnamespace not in (
      select oid from pg_namespace where nspname ~ '^pg_' or nspname = 'information_schema')
    and oid not in (select objid from pg_depend where deptype = 'e')
  order by 1`;

async function expectEmpty(url: string): Promise<void> {
  const { rows } = await withClient(url, (client) => client.query<{ name: string }>(TABLES));
  const [first] = rows;
  if (first) {
    throw new BackupError(
      `The database holds ${rows.length} tables (${first.name} is one of them); nothing was changed. ` +
        'A backup can only be restored to an empty database.',
    );
  }
}
