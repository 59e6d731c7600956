/// <reference lib="webworker" />
import '#client/lib/no-eval';
import type { Progress, Seen } from './outcome';
import { type Recounted, recountLog } from './recount-log';

/** Message from the page that starts a recount. */
export interface RecountOrder {
  seen: Seen | null;
}

/** Messages to the page: progress, and finally the outcome. */
export type RecountMessage = { progress: Progress } | { recounted: Recounted };

/**
 * Minimum interval between progress messages while reading, in ms: a message per bundle of entries
 * would render the page too often.
 */
const REPORT_EVERY_MS = 100;

const worker = self as DedicatedWorkerGlobalScope;
const post = (message: RecountMessage) => worker.postMessage(message);

let reportedAt = Number.NEGATIVE_INFINITY;
function reportProgress(progress: Progress): void {
  const now = performance.now();
  if (progress.doing === 'reading' && now - reportedAt < REPORT_EVERY_MS) return;
  reportedAt = now;
  post({ progress });
}

worker.onmessage = async ({ data: { seen } }: MessageEvent<RecountOrder>) => {
  const recounted = await recountLog({
    fetch: (path, init) => fetch(path, init),
    seen,
    onProgress: reportProgress,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  post({ recounted });
};
