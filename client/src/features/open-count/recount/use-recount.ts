import { useEffect, useRef, useState } from 'react';
import { browserStorage } from '#client/lib/storage';
import type { Outcome, Progress, Seen } from './model/outcome';
import type { RecountNews, RecountOrder } from './model/worker';

type Recounting =
  | { state: 'idle' | 'stopped' }
  | { state: 'running'; progress: Progress | null }
  | { state: 'done'; outcome: Outcome };

const STORAGE_KEY = 'countSeen';

/** The newest checkpoint that this browser has counted up to: the next recount holds the log to it. */
function readSeen(): Seen | null {
  try {
    const seen: unknown = JSON.parse(browserStorage.getItem(STORAGE_KEY) ?? 'null');
    if (typeof seen !== 'object' || seen === null) return null;
    const { origin, size, root } = seen as Partial<Seen>;
    if (typeof origin !== 'string' || typeof root !== 'string') return null;
    return typeof size === 'number' ? { origin, size, root } : null;
  } catch {
    return null;
  }
}

/** Counts the log again in a thread of its own, so that the page stays at hand. */
export function useRecount() {
  const [recounting, setRecounting] = useState<Recounting>({ state: 'idle' });
  const worker = useRef<Worker>(null);
  const end = () => {
    worker.current?.terminate();
    worker.current = null;
  };
  useEffect(() => () => worker.current?.terminate(), []);

  const start = () => {
    end();
    setRecounting({ state: 'running', progress: null });
    const own = new Worker(new URL('./model/worker.ts', import.meta.url), { type: 'module' });
    worker.current = own;
    own.onmessage = ({ data }: MessageEvent<RecountNews>) => {
      if ('progress' in data) return setRecounting({ state: 'running', progress: data.progress });
      const { outcome, seen } = data.recounted;
      if (seen) browserStorage.setItem(STORAGE_KEY, JSON.stringify(seen));
      setRecounting({ state: 'done', outcome });
      end();
    };
    // Its code did not arrive, or broke.
    own.onerror = () => {
      setRecounting({ state: 'done', outcome: { is: 'unreachable' } });
      end();
    };
    own.postMessage({ seen: readSeen() } satisfies RecountOrder);
  };
  const stop = () => {
    end();
    setRecounting({ state: 'stopped' });
  };
  return { recounting, start, stop };
}
