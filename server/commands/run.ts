import { type Config, ConfigError, loadConfig } from '../config';
import { type DatabaseHandle, openDatabase } from '../db/client';
import { EmbeddedPostgresError, startEmbeddedPostgres } from '../db/embedded';
import { readEnvironment } from '../environment';

export interface CommandContext {
  config: Config;
  databaseUrl: string;
  /** Opens connections that are closed when the command ends. */
  open(): DatabaseHandle;
}

/**
 * Runs an operator's command against `DATABASE_URL`, or against the embedded database while the
 * application itself is stopped. Problems are one sentence and exit code 1.
 */
export async function runCommand(
  command: (context: CommandContext) => Promise<number>,
): Promise<void> {
  try {
    process.exitCode = await withDatabase(command);
  } catch (error) {
    const isForTheReader = error instanceof ConfigError || error instanceof EmbeddedPostgresError;
    console.error(isForTheReader ? error.message : error);
    process.exitCode = 1;
  }
}

async function withDatabase(
  command: (context: CommandContext) => Promise<number>,
): Promise<number> {
  const config = loadConfig(readEnvironment());
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir, logger: console });
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  const opened: DatabaseHandle[] = [];
  const open = () => {
    const handle = openDatabase(databaseUrl);
    opened.push(handle);
    return handle;
  };
  try {
    return await command({ config, databaseUrl, open });
  } finally {
    for (const handle of opened) await handle.close();
    await embedded?.stop();
  }
}
