import { type DestinationStream, type LevelWithSilent, type LogFn, type Logger, pino } from 'pino';

import { currentWork } from './request-context';

export type { Logger } from 'pino';

/**
 * Where personal data and secrets could slip in with an object that is logged whole.
 * The rule is not to log them at all; this is the net below it.
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

/** Under an error without a text of ours pino would write the error's own message. */
function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [logged, ...texts]: unknown[] = args;
  const isError =
    logged instanceof Error || (typeof logged === 'object' && logged !== null && 'err' in logged);
  if (isError && texts.length === 0) method.call(this, logged, 'unexpected error');
  else method.apply(this, args);
}

/**
 * An error's name, message and stack, never its other fields: a database error carries the failing
 * row in `detail`.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const cause = error.cause instanceof Error ? error.cause : undefined;
  const safeMessage = messageInsteadOf(error);
  return {
    type: error.name,
    message: safeMessage ?? error.message,
    // The stack begins with the message.
    stack: safeMessage === null ? error.stack : framesOf(error),
    ...('code' in error ? { code: error.code } : {}),
    ...(cause ? { cause: describeError(cause) } : {}),
  };
}

/** As `describeError`, for a person at a terminal. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const safeMessage = messageInsteadOf(error);
  const text =
    safeMessage === null ? (error.stack ?? error.message) : `${safeMessage}\n${framesOf(error)}`;
  return error.cause ? `${text}\nbecause of ${errorText(error.cause)}` : text;
}

/** For an error whose message carries a caller's input; null for all others. */
function messageInsteadOf(error: Error): string | null {
  // Drizzle adds the parameters of the query.
  if (error.name === 'DrizzleQueryError' || error.message.startsWith('Failed query')) {
    return 'Failed query';
  }
  // PostgreSQL's class 22, data exceptions, quotes the value it could not read.
  const isDataException = 'code' in error && /^22[0-9A-Z]{3}$/.test(String(error.code));
  return isDataException ? 'Data exception' : null;
}

const framesOf = (error: Error): string =>
  (error.stack ?? '')
    .replace(error.message, '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
