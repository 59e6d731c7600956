import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { NoteError } from '#shared/open-count/note';
import { parseSigningKey, type Signer, signerOf } from '#shared/open-count/signer';

const secrets = z.object({ sessionSecret: z.string().min(32), phoneHashKey: z.string().min(32) });
type Secrets = z.infer<typeof secrets>;

/** Returns the secrets of this data directory, generated on first use. Never used in production. */
export function generatedSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) writeFresh(file);
  return read(file);
}

/**
 * Uses a link, which appears completely or not at all and never replaces a file, so two first
 * starts agree.
 */
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
    // Never replaced automatically: receipts can only be found by phone number with these keys.
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

/** Keys of one log: several during a change of keys, newest first. */
export const ledgerKeys = z
  .array(signingKey)
  .min(1)
  .refine(
    (signers) => new Set(signers.map(({ key }) => key.name)).size <= 1,
    'must hold keys of one name',
  );

/**
 * Returns the log's signer outside production. Its key lasts as long as the session secret, and its
 * name is unique, so that a browser that has seen another demo's log does not confuse the two.
 */
export function demoSigner([sessionSecret = '']: readonly string[]): Signer {
  const secret = createHmac('sha256', sessionSecret).update('open count').digest();
  const name = createHmac('sha256', secret).update('name').digest('hex').slice(0, 8);
  return signerOf(`demo-${name}.example/count`, 'log', secret);
}
