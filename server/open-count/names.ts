import { toVkey } from '#shared/open-count/note';
import type { Signer } from '#shared/open-count/signer';

/** Held by whoever enters or signs. */
export const LOG_LOCK = 'the open count';

/** The name of the log: that of all its keys. */
export const originOf = ([newest]: readonly Signer[]): string => {
  if (!newest) throw new Error('a log without a key');
  return newest.key.name;
};

/** What verifiers have to know of the log's keys, newest first. */
export const verifierKeysOf = (signers: readonly Signer[]): string[] =>
  signers.map(({ key }) => toVkey(key));
