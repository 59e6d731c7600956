import type { Database } from '#server/db/client';
import { type Log, SignerMemory } from '#server/open-count/index';
import type { Signer } from '#shared/open-count/signer';

/** The log of counted votes in a process without memory and witnesses. */
export const logIn = (db: Database, signers: readonly Signer[]): Log => ({
  db,
  signers,
  memory: new SignerMemory(null, signers),
  witnesses: null,
});
