import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { connectionVariables } from './connection';

test('an address is passed to the programs as the driver reads it', () => {
  expect(connectionVariables('postgres://owner:p%40ss%2Fword@db.example:5433/awards')).toEqual({
    PGHOST: 'db.example',
    PGPORT: '5433',
    PGUSER: 'owner',
    PGPASSWORD: 'p@ss/word',
    PGDATABASE: 'awards',
    PGSSLMODE: 'disable',
    PGCONNECT_TIMEOUT: '10',
    LC_ALL: 'C',
  });
  expect(connectionVariables('postgres:///awards?host=/run/postgresql&user=owner')).toMatchObject({
    PGHOST: '/run/postgresql',
    PGUSER: 'owner',
    PGDATABASE: 'awards',
  });
});

test.each([
  ['', 'disable'],
  ['?sslmode=disable', 'disable'],
  ['?sslmode=no-verify', 'require'],
  ['?sslmode=require', 'verify-full'],
  ['?sslmode=verify-full', 'verify-full'],
])('%j: they encrypt and verify as the driver does', (query, PGSSLMODE) => {
  expect(connectionVariables(`postgres://owner@db.example/awards${query}`)).toMatchObject({
    PGSSLMODE,
  });
});

test('custom authorities and certificates are passed on', () => {
  // The driver reads the file at once, whatever its content.
  const file = fileURLToPath(import.meta.url);
  const url = `postgres://owner@db.example/awards?sslmode=verify-full&sslrootcert=${file}`;
  expect(connectionVariables(url)).toMatchObject({ PGSSLROOTCERT: file });
});
