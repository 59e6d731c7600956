import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

// Preloaded before a program: kills it, like a power cut, when it renames a checkpoint file.

const { rename } = fs;
const isAfter = process.env.KILLED_AT_RENAME === 'after';

fs.rename = async (from, to) => {
  const isCheckpoint = String(to).endsWith('.checkpoint');
  if (!isCheckpoint || isAfter) await rename(from, to);
  if (!isCheckpoint) return;
  process.kill(process.pid, 'SIGKILL');
  // Blocks until the signal has arrived.
  await new Promise(() => undefined);
};
syncBuiltinESMExports();
