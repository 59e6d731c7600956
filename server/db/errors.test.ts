import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import {
  DatabaseUnreachableError,
  isConnectionLost,
  isDatabaseUnavailable,
  reasonOf,
  wrapConnectErrors,
  wrapQueryErrors,
} from './errors';

const PHONE = '677123456';
const asDrizzle = (cause: Error) =>
  new DrizzleQueryError('select from payments where phone = $1', [PHONE], cause);
const bySql = (code: string) =>
  Object.assign(new pg.DatabaseError('what PostgreSQL says', 1, 'error'), { code });
const bySocket = (code: string) => Object.assign(new Error(`connect ${code}`), { code });

describe('errors of the driver', () => {
  test.each([
    new Error('Client has encountered a connection error and is not queryable'),
    new Error('Connection terminated unexpectedly'),
    new Error('Query read timeout'),
    new Error('timeout exceeded when trying to connect'),
    bySocket('ECONNRESET'),
    bySocket('EAI_AGAIN'),
    bySocket('ENOTFOUND'),
    bySocket('ERR_SSL_SOMETHING'),
  ])('without an SQLSTATE mean that the database is unavailable: $message', async (cause) => {
    const thrown = asDrizzle(cause);
    expect(isDatabaseUnavailable(thrown)).toBe(true);
    expect(isConnectionLost(thrown)).toBe(true);
    expect(reasonOf(thrown)).not.toContain(PHONE);
    for (const wrap of [wrapQueryErrors, wrapConnectErrors]) {
      await expect(wrap(Promise.reject(cause))).rejects.toThrow(DatabaseUnreachableError);
    }
  });

  test.each([
    new TypeError('x is not a function'),
    new RangeError('Invalid time value'),
    new Error('circular reference detected while preparing "[object Object]" for query'),
    new Error("Prepared statements must be unique - 'a' was used for a different statement"),
  ])('caused by wrong calls do not mean that: $message', async (cause) => {
    expect(isDatabaseUnavailable(asDrizzle(cause))).toBe(false);
    await expect(wrapQueryErrors(Promise.reject(cause))).rejects.toBe(cause);
  });
});

test.each([
  ['08006', true, true],
  ['25006', true, true],
  ['57P01', true, true],
  ['57P03', true, true],
  ['28P01', true, true],
  ['58030', true, true],
  ['53100', true, false],
  ['53300', true, false],
  ['57014', true, false],
  ['55P03', true, false],
  ['23505', false, false],
  ['40P01', false, false],
  ['42P01', false, false],
])(
  "PostgreSQL's error %s: unavailable is %s, connection lost is %s",
  (code, isUnavailable, isLost) => {
    for (const thrown of [bySql(code), asDrizzle(bySql(code))]) {
      expect(isDatabaseUnavailable(thrown)).toBe(isUnavailable);
      expect(isConnectionLost(thrown)).toBe(isLost);
      expect(reasonOf(thrown)).toBe(code);
    }
  },
);

test('any PostgreSQL error during connecting means that it is unavailable', async () => {
  const thrown = await wrapConnectErrors(Promise.reject(bySql('42501'))).catch(
    (error: unknown) => error,
  );
  expect(isDatabaseUnavailable(thrown)).toBe(true);
  expect(reasonOf(thrown)).toBe('42501');
});

test('errors of another service and bugs in our code do not mean that it is unavailable', () => {
  const otherService = new TypeError('fetch failed', { cause: bySocket('ECONNREFUSED') });
  for (const thrown of [otherService, bySocket('ECONNRESET'), new Error('a bug'), 'text', null]) {
    expect(isDatabaseUnavailable(thrown)).toBe(false);
  }
});
