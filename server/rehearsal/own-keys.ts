import { createHmac } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Seeded {
  /** Secret of one rehearsal. */
  seed: string;
}

/** Returns a key of this rehearsal alone, as 64 hexadecimal digits. */
export const keyOf = ({ seed }: Seeded, name: string): string =>
  createHmac('sha256', seed).update(name).digest('hex');

/** Returns the folder of this rehearsal on a machine: the sandboxes' state, and new pictures. */
export const folderOf = (run: Seeded): string =>
  join(tmpdir(), `awards-rehearsal-${keyOf(run, 'folder').slice(0, 32)}`);
