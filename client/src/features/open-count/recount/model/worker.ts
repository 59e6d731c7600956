/// <reference lib="webworker" />
import type { Progress, Seen } from './outcome';
import { type Recounted, recountLog } from './recount-log';

/** What the page sends to begin. */
export interface RecountOrder {
  seen: Seen | null;
}

/** What comes back: progress, and at last the outcome. */
export type RecountNews = { progress: Progress } | { recounted: Recounted };

const worker = self as DedicatedWorkerGlobalScope;
const tell = (news: RecountNews) => worker.postMessage(news);

worker.onmessage = async ({ data: { seen } }: MessageEvent<RecountOrder>) => {
  const recounted = await recountLog({
    fetch: (path, init) => fetch(path, init),
    seen,
    onProgress: (progress) => tell({ progress }),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  tell({ recounted });
};
