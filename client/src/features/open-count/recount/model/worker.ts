/// <reference lib="webworker" />
import '#client/lib/no-eval';
import type { Progress, Seen } from './outcome';
import { type Recounted, recountLog } from './recount-log';

/** What the page sends to begin. */
export interface RecountOrder {
  seen: Seen | null;
}

/** What comes back: progress, and at last the outcome. */
export type RecountNews = { progress: Progress } | { recounted: Recounted };

/** A bundle of entries is counted in less than a page is drawn. */
const TELL_EVERY_MS = 100;

const worker = self as DedicatedWorkerGlobalScope;
const tell = (news: RecountNews) => worker.postMessage(news);

let toldAt = Number.NEGATIVE_INFINITY;
function tellProgress(progress: Progress): void {
  const now = performance.now();
  if (progress.doing === 'reading' && now - toldAt < TELL_EVERY_MS) return;
  toldAt = now;
  tell({ progress });
}

worker.onmessage = async ({ data: { seen } }: MessageEvent<RecountOrder>) => {
  const recounted = await recountLog({
    fetch: (path, init) => fetch(path, init),
    seen,
    onProgress: tellProgress,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  tell({ recounted });
};
