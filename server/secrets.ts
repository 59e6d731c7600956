import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const secrets = z.object({ sessionSecret: z.string().min(32), phoneHashKey: z.string().min(32) });
type Secrets = z.infer<typeof secrets>;

/** Secrets of this data directory, made at its first use. Never used in production. */
export function generatedSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  const fresh = { sessionSecret: newSecret(), phoneHashKey: newSecret() };
  mkdirSync(dataDir, { recursive: true });
  try {
    // 'wx' makes two first starts agree: the second finds the file and reads it.
    writeFileSync(file, JSON.stringify(fresh), { mode: 0o600, flag: 'wx' });
    return fresh;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      return secrets.parse(JSON.parse(readFileSync(file, 'utf8')));
    }
    throw error;
  }
}

const newSecret = () => randomBytes(32).toString('base64url');
