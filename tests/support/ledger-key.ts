import { signerOf, toSigningKey } from '#shared/open-count/signer';

/** A key of the open count for tests that configure everything themselves. */
export const LEDGER_SIGNING_KEY = toSigningKey(
  signerOf('vote.example/count', 'log', new Uint8Array(32).fill(7)),
);
