/**
 * Returns the process environment, completed by an `.env` file in the working directory if there is
 * one.
 */
export function readEnvironment(): NodeJS.ProcessEnv {
  try {
    process.loadEnvFile();
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing) throw error;
  }
  return process.env;
}
