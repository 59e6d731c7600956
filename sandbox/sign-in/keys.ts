import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { SandboxLogger } from '#sandbox/logger';
import { StateFile } from '#sandbox/state-file';

/** A private key for ES256, as a JWK. */
const signingKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});

const keys = z.object({ signing: signingKey, cookies: z.string() });
export type Keys = z.infer<typeof keys>;

/**
 * Returns the provider's signing keys: those of the last run, so that its signatures stay valid, or
 * new ones.
 * @param stateFile null keeps them in memory only
 */
export async function loadKeys(stateFile: string | null, logger: SandboxLogger): Promise<Keys> {
  let current: Keys | null = null;
  const newKeys = async (): Promise<Keys> => ({
    signing: await newSigningKey(),
    cookies: randomBytes(32).toString('base64url'),
  });
  if (stateFile === null) return newKeys();
  const file = new StateFile({
    path: stateFile,
    schema: keys.nullable(),
    snapshot: () => current,
    logger,
  });
  const stored = file.load();
  if (stored) return stored;
  current = await newKeys();
  file.changed();
  await file.flush();
  return current;
}

async function newSigningKey() {
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
  return signingKey.parse(privateKey.export({ format: 'jwk' }));
}
