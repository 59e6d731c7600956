import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrationProblems } from './migration-rules.mjs';
import { ROOT } from './run.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'awards-rules-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function problemsOf(sql: string, name = '0011_new.sql'): Promise<string> {
  await writeFile(path.join(folder, name), sql);
  return (await migrationProblems(folder)).join('\n');
}

describe('rejected because voters would have to wait', () => {
  test.each([
    ['require-concurrent-index-creation', 'CREATE INDEX "i" ON "payments" ("locale");'],
    ['require-concurrent-index-deletion', 'DROP INDEX "payments_status_idx";'],
    ['disallowed-unique-constraint', 'ALTER TABLE "payments" ADD CONSTRAINT "u" UNIQUE ("a");'],
    ['adding-required-field', 'ALTER TABLE "payments" ADD COLUMN "a" text NOT NULL;'],
    [
      'adding-field-with-default',
      'ALTER TABLE "payments" ADD COLUMN "a" uuid DEFAULT gen_random_uuid() NOT NULL;',
    ],
    [
      'adding-field-with-default',
      'ALTER TABLE "payments" ADD COLUMN "a" int GENERATED ALWAYS AS ("amount" * 2) STORED;',
    ],
    ['changing-column-type', 'ALTER TABLE "payments" ALTER COLUMN "amount" SET DATA TYPE bigint;'],
    ['adding-not-nullable-field', 'ALTER TABLE "payments" ALTER COLUMN "a" SET NOT NULL;'],
    [
      'constraint-missing-not-valid',
      'ALTER TABLE "payments" ADD CONSTRAINT "c" CHECK ("amount" > 0);',
    ],
    [
      'adding-foreign-key-constraint',
      'ALTER TABLE "payments" ADD CONSTRAINT "f" FOREIGN KEY ("a") REFERENCES "users"("id");',
    ],
    [
      'constraint-missing-not-valid',
      `ALTER TABLE "payments" ADD CONSTRAINT "c" CHECK ("amount" > 0) NOT VALID;--> statement-breakpoint
      ALTER TABLE "payments" VALIDATE CONSTRAINT "c";`,
    ],
    ['UPDATE and DELETE lock', `UPDATE "payments" SET "locale" = 'fr';`],
    ['UPDATE and DELETE lock', `-- Old ones.\ndelete from "sessions";`],
  ])('%s: %s', async (rule, sql) => {
    expect(await problemsOf(sql)).toContain(rule);
  });
});

describe('rejected because servers of the previous release are still running', () => {
  test.each([
    ['ban-drop-column', 'ALTER TABLE "payments" DROP COLUMN "locale";'],
    ['ban-drop-table', 'DROP TABLE "refunds";'],
    ['renaming-column', 'ALTER TABLE "payments" RENAME COLUMN "locale" TO "language";'],
    ['renaming-table', 'ALTER TABLE "payments" RENAME TO "votes";'],
  ])('%s: %s', async (rule, sql) => {
    expect(await problemsOf(sql)).toContain(rule);
  });
});

describe('rejected because it could not run, or hides problems', () => {
  test.each([
    [
      'outside a transaction',
      `CREATE INDEX CONCURRENTLY "i" ON "payments" ("locale");--> statement-breakpoint
      ALTER TABLE "payments" ADD COLUMN "a" text;`,
    ],
    ['explain in a comment above', '-- squawk-ignore ban-drop-table\nDROP TABLE "refunds";'],
    [
      'explain in a comment above',
      `SELECT 1;--> statement-breakpoint
-- squawk-ignore ban-drop-table
DROP TABLE "refunds";`,
    ],
    ['squawk-ignore-file', '-- Why not.\n-- squawk-ignore-file\nDROP TABLE "refunds";'],
    ['If there are few, explain it', '-- rewrites-rows:\nUPDATE "payments" SET "a" = 1;'],
  ])('%s: %s', async (problem, sql) => {
    expect(await problemsOf(sql)).toContain(problem);
  });
});

test.each([
  'ALTER TABLE "payments" ADD COLUMN "a" text;',
  'ALTER TABLE "payments" ADD COLUMN "a" boolean DEFAULT false NOT NULL;',
  'ALTER TABLE "payments" ADD COLUMN "a" timestamp with time zone DEFAULT now() NOT NULL;',
  'ALTER TABLE "payments" ADD CONSTRAINT "c" CHECK ("amount" > 0) NOT VALID;',
  'ALTER TABLE "payments" VALIDATE CONSTRAINT "c";',
  `CREATE INDEX CONCURRENTLY IF NOT EXISTS "i" ON "payments" ("a");--> statement-breakpoint
-- Nobody looks for it any more.
DROP INDEX CONCURRENTLY IF EXISTS "j";`,
  `CREATE TABLE "new" ("id" integer PRIMARY KEY, "payment" uuid NOT NULL);--> statement-breakpoint
ALTER TABLE "new" ADD CONSTRAINT "f" FOREIGN KEY ("payment") REFERENCES "public"."payments"("id");--> statement-breakpoint
CREATE INDEX "new_payment_idx" ON "new" ("payment");`,
  '-- No server has read it since the last release.\n-- squawk-ignore ban-drop-column\nALTER TABLE "payments" DROP COLUMN "a";',
  '-- rewrites-rows: a row for each administrator\nUPDATE "users" SET "a" = 1;',
])('accepted: %s', async (sql) => {
  expect(await problemsOf(sql)).toBe('');
});

test('old migrations are not checked', async () => {
  expect(await problemsOf('DROP TABLE "refunds";', '0010_users_by_issuer.sql')).toBe('');
  expect(await problemsOf('DROP TABLE "refunds";', '0011_next.sql')).toContain('ban-drop-table');
});

test("this repository's migrations follow the rules", async () => {
  expect(await migrationProblems(path.join(ROOT, 'migrations'))).toEqual([]);
});
