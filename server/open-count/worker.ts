import { isDatabaseUnavailable, reasonOf } from '#server/db/errors';
import type { Logger } from '#server/platform/logger';
import { ReportThrottle } from '#server/platform/report-throttle';
import { startWorker, type Worker } from '#server/platform/worker';
import { signHead } from './checkpoints';
import { checkLogState, type Log } from './log-state';
import { sequence } from './sequencer';

const PAUSE_MS = 1_000;
/**
 * Interval in ms of complete rounds, which enter changed names and published results and renew
 * signatures.
 */
const FULL_ROUND_MS = 5_000;
const ALARM_EVERY_MS = 5 * 60_000;

interface SequencerDeps extends Log {
  logger: Logger;
  /** Called for each checkpoint that was signed, or signed again. */
  onSigned: () => void;
}

/** Enters counted payments into the log and signs its head, for as long as the process runs. */
export function startSequencer(log: SequencerDeps): Worker {
  let lastFullRound = Number.NEGATIVE_INFINITY;
  const alarm = new ReportThrottle(ALARM_EVERY_MS);
  return startWorker({
    round: async (stopping) => {
      const { state, isAnythingWaiting } = await checkLogState(log);
      if (state !== 'whole' && state !== 'unsure') {
        alarm.report(() => {
          const details = { alarm: 'open-count', reason: state };
          log.logger.error(details, 'the open count is paused: nothing is entered or signed');
        });
      }
      const isFull = performance.now() - lastFullRound >= FULL_ROUND_MS;
      if (state !== 'whole' || (!isFull && !isAnythingWaiting)) return;
      if (isFull) lastFullRound = performance.now();
      await enterAll(log, stopping);
    },
    pauseMs: () => PAUSE_MS,
    onError: (err) => {
      if (isDatabaseUnavailable(err)) {
        log.logger.warn({ reason: reasonOf(err) }, 'the open count waits for the database');
      } else log.logger.error({ err, alarm: 'open-count' }, 'the open count makes no progress');
    },
  });
}

/**
 * Enters the whole queue in batches, and signs after each; does nothing while the log is paused.
 */
export async function enterAll(
  log: Log & { onSigned?: () => void },
  stopping?: AbortSignal,
): Promise<void> {
  for (;;) {
    if ((await checkLogState(log)).state !== 'whole') return;
    const { hasMore } = await sequence(log);
    if (await signHead(log)) log.onSigned?.();
    if (!hasMore || stopping?.aborted) return;
  }
}
