import { type Config, ConfigError, loadConfig, readEnvironment } from '#server/config/index';
import { type DatabaseHandle, openDatabase } from '#server/db/client';
import { TableInUseError } from '#server/db/migrate';
import { NoDatabaseError, noDatabaseErrorOf } from '#server/db/reach';
import { PAYMENT_ADAPTERS } from '#server/payments/index';
import {
  EmbeddedPostgresError,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/platform/embedded-postgres/index';
import { errorText } from '#server/platform/logger';

export interface CommandContext {
  config: Config;
  databaseUrl: string;
  /** Address with the role that owns the schema, often the same one. */
  ownerUrl: string;
  /** Opens connections that are closed when the command ends; defaults to the server's role. */
  open(url?: string): DatabaseHandle;
}

interface CommandOptions {
  /** True when the command may use the embedded database of a running application. */
  runsWithServer?: boolean;
}

/**
 * Runs an operator's command against `DATABASE_URL`, or against the embedded database, which is
 * started for it if the application is not running. Problems are reported in one sentence and with
 * exit code 1.
 */
export async function runCommand(
  command: (context: CommandContext) => Promise<number>,
  options: CommandOptions = {},
): Promise<void> {
  // An `exit` also stops a database started here.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(1));
  }
  try {
    process.exitCode = await withDatabase(command, options);
  } catch (error) {
    const isExpected =
      error instanceof ConfigError ||
      error instanceof EmbeddedPostgresError ||
      error instanceof TableInUseError ||
      error instanceof NoDatabaseError;
    console.error(isExpected ? error.message : errorText(error));
    process.exitCode = 1;
  }
}

async function withDatabase(
  command: (context: CommandContext) => Promise<number>,
  { runsWithServer = false }: CommandOptions,
): Promise<number> {
  const config = loadConfig(readEnvironment(), PAYMENT_ADAPTERS);
  const { url, stop } = await findDatabase(config, runsWithServer);
  const opened: DatabaseHandle[] = [];
  const open = (at = url) => {
    const handle = openDatabase(at);
    opened.push(handle);
    return handle;
  };
  try {
    return await command({
      config,
      databaseUrl: url,
      ownerUrl: config.databaseOwnerUrl ?? url,
      open,
    });
  } catch (error) {
    const setting =
      config.databaseOwnerUrl === null ? 'DATABASE_URL' : 'DATABASE_URL and DATABASE_OWNER_URL';
    throw noDatabaseErrorOf(error, url, setting) ?? error;
  } finally {
    for (const handle of opened) await handle.close();
    await stop();
  }
}

async function findDatabase({ databaseUrl, dataDir }: Config, runsWithServer: boolean) {
  const existingUrl =
    databaseUrl ?? (runsWithServer ? await runningEmbeddedPostgres(dataDir) : null);
  if (existingUrl !== null) return { url: existingUrl, stop: async () => undefined };
  return startEmbeddedPostgres({ dataDir, logger: console });
}

/** Returns the only argument of a command; undefined when there is none, or several. */
export function onlyArgument(): string | undefined {
  const [argument, ...rest] = process.argv.slice(2);
  return rest.length === 0 ? argument : undefined;
}
