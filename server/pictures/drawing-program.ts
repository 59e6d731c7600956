import { setPriority } from 'node:os';
import sharp from 'sharp';
import { draw } from './drawing';
import type { DrawingRequest, DrawingResult } from './drawing-process';

/** Program of the process in which pictures are drawn (`DrawingProcess`). */

/** Votes are more urgent, whatever is drawn (nice value). */
const LOW_PRIORITY = 5;

try {
  setPriority(LOW_PRIORITY);
} catch {
  // Not permitted on every system; then drawings compete with votes.
}
// One thread per picture, and no cache of data that is not needed again.
sharp.concurrency(1);
sharp.cache(false);

process.on('message', async ({ drawing, photo }: DrawingRequest) => {
  const result: DrawingResult = await draw(drawing, photo && Buffer.from(photo)).then(
    (bytes) => ({ bytes }),
    (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
  );
  process.send?.(result);
});
process.on('disconnect', () => process.exit());
