import { useEffect, useRef, useState } from 'react';
import { recallLog, rememberLog } from '../model/seen-log';
import { useOpenCount } from '../use-open-count';
import type { Outcome, Progress } from './model/outcome';
import type { RecountMessage, RecountOrder } from './model/worker';
import RecountWorker from './model/worker?worker';

type Recounting =
  | { state: 'idle' | 'stopped' }
  | { state: 'running'; progress: Progress | null }
  | { state: 'done'; outcome: Outcome };

/** Recounts the log in a worker thread, so that the page stays responsive. */
export function useRecount() {
  const [recounting, setRecounting] = useState<Recounting>({ state: 'idle' });
  const worker = useRef<Worker>(null);
  // A verifier key starts with its name, which is that of the log.
  const origin = useOpenCount().data?.keys[0]?.split('+')[0];
  const end = () => {
    worker.current?.terminate();
    worker.current = null;
  };
  useEffect(() => () => worker.current?.terminate(), []);

  const start = () => {
    end();
    setRecounting({ state: 'running', progress: null });
    const newWorker = new RecountWorker();
    worker.current = newWorker;
    newWorker.onmessage = ({ data }: MessageEvent<RecountMessage>) => {
      if ('progress' in data) return setRecounting({ state: 'running', progress: data.progress });
      const { outcome, seen } = data.recounted;
      if (seen) {
        const { origin: logOrigin, ...log } = seen;
        rememberLog(logOrigin, log);
      }
      setRecounting({ state: 'done', outcome });
      end();
    };
    // The worker's code failed to load, or threw.
    newWorker.onerror = () => {
      setRecounting({ state: 'done', outcome: { is: 'unreachable' } });
      end();
    };
    const remembered = origin && recallLog(origin);
    newWorker.postMessage({
      seen: remembered ? { origin, ...remembered } : null,
    } satisfies RecountOrder);
  };
  const stop = () => {
    end();
    setRecounting({ state: 'stopped' });
  };
  return { recounting, start, stop };
}
