import type pg from 'pg';

/** The tables that migrations keep from being rewritten, by their trigger. */
export const HISTORIES = `
  select tgrelid from pg_trigger where tgfoid = 'public.refuse_rewriting_history'::regproc`;

/**
 * Gives the server's role what it needs, and takes everything else from it. All at once: servers
 * that run notice nothing.
 * @param owner a connection of the role that owns the schema
 */
export async function grantToServer(owner: pg.ClientBase, name: string): Promise<void> {
  const role = owner.escapeIdentifier(name);
  const { rows } = await owner.query<{ table: string }>(
    `select oid::regclass::text as table from pg_class where oid in (${HISTORIES})`,
  );
  const histories = rows.map(({ table }) => table).join(', ');
  // One transaction, as all statements of one query. Identity columns need no right on sequences.
  await owner.query(`
    revoke create on schema public from public;
    revoke all on schema public, drizzle from ${role};
    revoke all on all tables in schema public, drizzle from ${role};
    revoke all on all sequences in schema public, drizzle from ${role};
    grant usage on schema public, drizzle to ${role};
    grant select on drizzle.__drizzle_migrations to ${role};
    grant select, insert, update, delete on all tables in schema public to ${role};
    revoke update, delete on ${histories} from ${role};`);
}
