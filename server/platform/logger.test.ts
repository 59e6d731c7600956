import { Writable } from 'node:stream';
import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { createLogger } from './logger';

/** The output of `log`, as text and parsed. */
function written(log: (logger: ReturnType<typeof createLogger>) => void) {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  log(createLogger('debug', destination));
  expect(lines).toHaveLength(1);
  const [text = ''] = lines;
  return { text, line: JSON.parse(text) };
}

const databaseError = (code: string, message: string) =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), {
    code,
    detail: 'Key (voter_email)=(marie@example.cm) already exists.',
    where: 'unnamed portal parameter $1 = marie@example.cm',
  });

test('a line has a time, a level and a text, and contains nothing about the machine', () => {
  const { line } = written((logger) => logger.info({ paymentId: 'id' }, 'payment moved'));
  expect(line).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    paymentId: 'id',
    msg: 'payment moved',
  });
});

test.each([
  'email',
  'voterEmail',
  'phone',
  'phoneNumber',
  'phone_number',
  'from',
  'phoneHash',
  'password',
  'token',
  'signature',
  'clientSecret',
  'client_secret',
  'secretKey',
  'webhookSecret',
  'authorization',
  'cookie',
])('%s is redacted, however deeply nested', (name) => {
  const { text, line } = written((logger) =>
    logger.info({
      [name]: 'personal',
      body: { [name]: 'personal', payment: { [name]: 'personal' } },
      safe: 'kept',
    }),
  );
  expect(text).not.toContain('personal');
  expect(line).toMatchObject({ [name]: '[redacted]', safe: 'kept' });
});

test('the identifying headers of a request logged as a whole are redacted', () => {
  const headers = { cookie: 'sid=personal', authorization: 'Bearer personal', accept: '*/*' };
  const { text, line } = written((logger) => logger.info({ req: { headers } }));
  expect(text).not.toContain('personal');
  expect(line.req.headers.accept).toBe('*/*');
});

describe('an error', () => {
  test('is logged with its type, message, code, stack and cause, and no other field', () => {
    const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
    const error = Object.assign(new TypeError('fetch failed', { cause }), {
      request: { body: 'personal' },
    });
    const { text, line } = written((logger) => logger.error({ err: error }, 'failed'));
    expect(line.err).toEqual({
      type: 'TypeError',
      message: 'fetch failed',
      stack: expect.stringContaining('logger.test.ts'),
      cause: {
        type: 'Error',
        message: 'connection refused',
        code: 'ECONNREFUSED',
        stack: expect.stringContaining('logger.test.ts'),
      },
    });
    expect(text).not.toContain('personal');
  });

  test('of a query is logged with its stack and cause, and without parameters and row', () => {
    const params = ['marie@example.cm', 'two\n    at lines 237677123456'];
    const cause = databaseError('23505', 'duplicate key value violates unique constraint "key"');
    const error = new DrizzleQueryError('insert into payments values ($1, $2)', params, cause);
    const { text, line } = written((logger) => logger.error({ err: error }));
    expect(line.err).toMatchObject({
      message: 'Failed query',
      stack: expect.stringContaining('logger.test.ts'),
      cause: { code: '23505', message: cause.message },
    });
    expect(text).not.toContain('marie@example.cm');
    expect(text).not.toContain('237677123456');
  });

  test('about a value that the database cannot parse is logged without the value', () => {
    const error = databaseError('22P02', 'invalid input syntax for type uuid: "marie@example.cm"');
    const { text, line } = written((logger) => logger.error({ err: error }));
    expect(line.err).toMatchObject({
      code: '22P02',
      message: 'Data exception',
      stack: expect.stringContaining('logger.test.ts'),
    });
    expect(text).not.toContain('marie@example.cm');
  });

  test('without a text, or a text without an error, is logged in the same form', () => {
    const error = databaseError('23505', 'duplicate key');
    expect(written((logger) => logger.error(error)).text).not.toContain('marie@example.cm');
    const { line } = written((logger) => logger.error({ err: 'a thrown text' }));
    expect(line.err).toEqual({ message: 'a thrown text' });
  });
});
