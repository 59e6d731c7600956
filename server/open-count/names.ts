import { toVkey } from '#shared/open-count/note';
import type { Signer } from '#shared/open-count/signer';

/** Advisory lock held while appending or signing. */
export const LOG_LOCK = 'the open count';

/** Returns the log's name, which is the name of all its keys. */
export const originOf = ([newest]: readonly Signer[]): string => {
  if (!newest) throw new Error('the log has no key');
  return newest.key.name;
};

/** Returns the verifier keys of the log, newest first. */
export const verifierKeysOf = (signers: readonly Signer[]): string[] =>
  signers.map(({ key }) => toVkey(key));
