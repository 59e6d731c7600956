import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { NoteError } from '#shared/open-count/note';
import { parseSigningKey, type Signer, signerOf } from '#shared/open-count/signer';

const secrets = z.object({ sessionSecret: z.string().min(32), phoneHashKey: z.string().min(32) });
type Secrets = z.infer<typeof secrets>;

/** Secrets of this data directory, made at its first use. Never used in production. */
export function generatedSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) writeFresh(file);
  return read(file);
}

/** A link appears whole or not at all, and never replaces one: two first starts agree. */
function writeFresh(file: string): void {
  const fresh: Secrets = { sessionSecret: newSecret(), phoneHashKey: newSecret() };
  const draft = `${file}.${randomUUID()}.tmp`;
  writeFileSync(draft, JSON.stringify(fresh), { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!isTaken) throw error;
  } finally {
    rmSync(draft);
  }
}

function read(file: string): Secrets {
  try {
    return secrets.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    // Not replaced without asking: receipts are found by phone with these keys only.
    throw new Error(`${file} cannot be read. Restore it, or remove it to have a new one made.`, {
      cause,
    });
  }
}

const newSecret = () => randomBytes(32).toString('base64url');

const signingKey = z.string().transform((text, context) => {
  try {
    const signer = parseSigningKey(text);
    if (signer.key.type === 'log') return signer;
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
  }
  context.addIssue('must hold keys as npm run ledger:keygen makes them');
  return z.NEVER;
});

/** Of one log: several while one key replaces another, the newest first. */
export const ledgerKeys = z
  .array(signingKey)
  .min(1)
  .refine(
    (signers) => new Set(signers.map(({ key }) => key.name)).size <= 1,
    'must hold keys of one name',
  );

/**
 * Outside production the log has a key that stands as long as the secret of the sessions, and a name of
 * its own: a browser that has seen the log of another demo takes this one for another.
 */
export function demoSigner([sessionSecret = '']: readonly string[]): Signer {
  const secret = createHmac('sha256', sessionSecret).update('open count').digest();
  const name = createHmac('sha256', secret).update('name').digest('hex').slice(0, 8);
  return signerOf(`demo-${name}.example/count`, 'log', secret);
}
