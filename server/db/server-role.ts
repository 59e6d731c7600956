import type pg from 'pg';

/** The tables that a trigger protects from updates and deletes. */
export const APPEND_ONLY_TABLES = `
  select tgrelid from pg_trigger where tgfoid = 'public.refuse_rewriting_history'::regproc`;

/**
 * Grants the server's role what it needs, and revokes everything else. In one transaction, so that
 * running servers are not affected.
 * @param owner connection of the role that owns the schema
 */
export async function grantToServer(owner: pg.ClientBase, name: string): Promise<void> {
  const role = owner.escapeIdentifier(name);
  const { rows } = await owner.query<{ table: string }>(
    `select oid::regclass::text as table from pg_class where oid in (${APPEND_ONLY_TABLES})`,
  );
  const appendOnlyTables = rows.map(({ table }) => table).join(', ');
  // All statements of one query run in one transaction. Identity columns need no right on
  // sequences.
  await owner.query(`
    revoke create on schema public from public;
    revoke all on schema public, drizzle from ${role};
    revoke all on all tables in schema public, drizzle from ${role};
    revoke all on all sequences in schema public, drizzle from ${role};
    grant usage on schema public, drizzle to ${role};
    grant select on drizzle.__drizzle_migrations to ${role};
    grant select, insert, update, delete on all tables in schema public to ${role};
    revoke update, delete on ${appendOnlyTables} from ${role};`);
}
