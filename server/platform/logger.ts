import { type DestinationStream, type LevelWithSilent, type LogFn, type Logger, pino } from 'pino';

import { currentWork } from './request-context';

export type { Logger } from 'pino';

/**
 * Fields where personal data and secrets could be logged as part of an object. They should never be
 * logged; this redaction is the safety net.
 */
const REDACTED = [
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
  'accessKeyId',
  'secretAccessKey',
  'webhookSecret',
  'authorization',
  'cookie',
  'headers.authorization',
  'headers.cookie',
  'headers["stripe-signature"]',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

export const createLogger = (level: LevelWithSilent, destination?: DestinationStream): Logger => {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: REDACTED, censor: '[redacted]' },
    serializers: { err: describeError },
    hooks: { logMethod },
    mixin: () => ({ ...currentWork() }),
  };
  return destination ? pino(options, destination) : pino(options);
};

/** Without a message from us, pino would log the error's own message. */
function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [logged, ...texts]: unknown[] = args;
  const isError =
    logged instanceof Error || (typeof logged === 'object' && logged !== null && 'err' in logged);
  if (isError && texts.length === 0) method.call(this, logged, 'unexpected error');
  else method.apply(this, args);
}

/**
 * Returns an error's name, message and stack, never its other fields: a database error has the
 * failing row in `detail`.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const cause = error.cause instanceof Error ? error.cause : undefined;
  const safeMessage = messageInsteadOf(error);
  return {
    type: error.name,
    message: safeMessage ?? error.message,
    // The stack starts with the message.
    stack: safeMessage === null ? error.stack : framesOf(error),
    ...('code' in error ? { code: error.code } : {}),
    ...(cause ? { cause: describeError(cause) } : {}),
  };
}

/** Like `describeError`, for a person at a terminal. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const safeMessage = messageInsteadOf(error);
  const text =
    safeMessage === null ? (error.stack ?? error.message) : `${safeMessage}\n${framesOf(error)}`;
  return error.cause ? `${text}\nbecause of ${errorText(error.cause)}` : text;
}

/**
 * Returns a replacement for a message that contains a caller's input; null for all other errors.
 */
function messageInsteadOf(error: Error): string | null {
  // Drizzle appends the parameters of the query.
  if (error.name === 'DrizzleQueryError' || error.message.startsWith('Failed query')) {
    return 'Failed query';
  }
  // PostgreSQL's class 22, data exceptions, quotes the value it could not parse.
  const isDataException = 'code' in error && /^22[0-9A-Z]{3}$/.test(String(error.code));
  return isDataException ? 'Data exception' : null;
}

const framesOf = (error: Error): string =>
  (error.stack ?? '')
    .replace(error.message, '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
