import { ApiError } from '#client/lib/api/request';
import { waitForRetry } from '#client/lib/failures/wait-for-retry';
import type { Sendable } from './batch';
import { type PhotoProblem, UnusablePhoto } from './photo-files';

/** Photographs sent at the same time: more would only make each of them slower. */
const AT_ONCE = 3;

interface Sending {
  upload(photo: Blob, signal: AbortSignal): Promise<string>;
  save(artistId: string, photo: { photoUrl: string; replaces: string | null }): Promise<unknown>;
  /** Ends sending; what is being saved then may or may not arrive. */
  signal: AbortSignal;
  /** Called with true while the connection is lost, and sending continues by itself. */
  onWaiting(isWaiting: boolean): void;
  onSending(id: number): void;
  onUploaded(id: number, address: string): void;
  onSaved(id: number): void;
  onProblem(id: number, problem: PhotoProblem): void;
  wait?: typeof waitForRetry;
}

const PROBLEMS: ReadonlyMap<string | null, PhotoProblem> = new Map([
  ['image-too-large', 'tooLarge'],
  ['too-large', 'tooLarge'],
  ['not-an-image', 'notAnImage'],
  ['heic-image', 'heic'],
  ['not-stored', 'notStored'],
  ['changed-meanwhile', 'changed'],
  ['not-found', 'gone'],
]);

/** Returns null for an error that concerns no photograph: the connection, or the session. */
function problemOf(error: unknown): PhotoProblem | null {
  if (error instanceof UnusablePhoto) return error.problem;
  if (!(error instanceof ApiError)) return null;
  const known = PROBLEMS.get(error.code);
  if (known) return known;
  if (error.status === 413) return 'tooLarge';
  return error.status === 400 || error.status === 415 || error.status === 422 ? 'refused' : null;
}

/** True when a later try can succeed. */
const isTemporary = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 429 || error.status >= 500;

/**
 * Uploads photographs and gives each to its artist. After a lost connection it continues where it
 * was: what was uploaded is not sent again, and saving twice changes nothing.
 * @throws the error of the session or the role, which ends everything
 */
export async function sendPhotos(photos: readonly Sendable[], sending: Sending): Promise<void> {
  const { signal, wait = waitForRetry } = sending;
  const queue = [...photos];
  let waiting = 0;

  const untilDone = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (problemOf(error) || !isTemporary(error) || signal.aborted) throw error;
      }
      waiting += 1;
      sending.onWaiting(true);
      await wait(attempt, signal);
      waiting -= 1;
      sending.onWaiting(waiting > 0);
    }
  };

  const sendOne = async ({ photo, blob, artistId, replaces }: Sendable) => {
    const { id } = photo;
    sending.onSending(id);
    try {
      const photoUrl = photo.uploaded ?? (await untilDone(() => sending.upload(blob, signal)));
      sending.onUploaded(id, photoUrl);
      await untilDone(() => sending.save(artistId, { photoUrl, replaces }));
      sending.onSaved(id);
    } catch (error) {
      const problem = problemOf(error);
      if (!problem) throw error;
      sending.onProblem(id, problem);
    }
  };

  const work = async () => {
    for (let next = queue.shift(); next && !signal.aborted; next = queue.shift()) {
      await sendOne(next);
    }
  };
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve());
  });
  await Promise.race([stopped, Promise.all(Array.from({ length: AT_ONCE }, work))]);
}
