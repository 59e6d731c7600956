import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { NoteError, toVkey } from '#shared/open-count/note';
import { signerOf, toSigningKey } from '#shared/open-count/signer';

const { positionals } = parseArgs({ allowPositionals: true });
const [name] = positionals;
try {
  if (!name || positionals.length > 1) {
    throw new NoteError(
      'give the name of the log, without https: npm run ledger:keygen -- vote.example/count',
    );
  }
  const signer = signerOf(name, 'log', randomBytes(32));
  console.log(`LEDGER_SIGNING_KEY=${toSigningKey(signer)}`);
  console.log(`\nPublic, and worth writing down: ${toVkey(signer.key)}`);
} catch (error) {
  if (!(error instanceof NoteError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
