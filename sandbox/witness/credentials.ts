import { toVkey } from '#shared/open-count/note';
import { signerOf } from '#shared/open-count/signer';

export const WITNESS_SANDBOX_PATH = '/sandbox/witness';

/** Known to everybody who reads this: it vouches for nothing. */
export const WITNESS_SANDBOX_SIGNER = signerOf(
  'sandbox.example/witness',
  'witness',
  new Uint8Array(32).fill(7),
);

/** What an application is told that is looked after by the sandbox alone. */
export const witnessConnection = (origin: string) => [
  { vkey: toVkey(WITNESS_SANDBOX_SIGNER.key), url: `${origin}${WITNESS_SANDBOX_PATH}` },
];
