import { toVkey } from '#shared/open-count/note';
import { signerOf } from '#shared/open-count/signer';

export const WITNESS_SANDBOX_PATH = '/sandbox/witness';

/** Public, because it is in the source: its cosignatures prove nothing. */
export const WITNESS_SANDBOX_SIGNER = signerOf(
  'sandbox.example/witness',
  'witness',
  new Uint8Array(32).fill(7),
);

/** Settings of an application whose only witness is the sandbox. */
export const witnessConnection = (origin: string) => [
  { vkey: toVkey(WITNESS_SANDBOX_SIGNER.key), url: `${origin}${WITNESS_SANDBOX_PATH}` },
];
