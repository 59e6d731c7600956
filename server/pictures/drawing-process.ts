import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { ChildProgram } from '#server/platform/child-program';
import type { Drawing } from './picture-spec';

/** Message to the process. */
export interface DrawingRequest {
  drawing: Drawing;
  photo: Buffer | null;
}

/** Message from the process. */
export type DrawingResult = { bytes: Uint8Array } | { error: string };

/** Most time that a drawing takes, in ms, on a machine under full load. */
const TIMEOUT_MS = 30_000;
const IDLE_MS = 60_000;

/** Draws pictures in a process of their own, one at a time and with low priority. */
export class DrawingProcess {
  /** Processes of this kind on this machine, which share one core. */
  readonly #workers: number;
  readonly #turns = pLimit(1);
  readonly #program = new ChildProgram<DrawingRequest, DrawingResult>({
    program: 'pictures/drawing-program',
    timeoutMs: TIMEOUT_MS,
    idleMs: IDLE_MS,
  });
  /** When the next drawing may begin, by `performance.now()`. */
  #freeAt = 0;

  constructor({ workers }: { workers: number }) {
    this.#workers = workers;
  }

  /** @throws Error when the process died or did not respond in time */
  draw(drawing: Drawing, photo: Buffer | null): Promise<Buffer> {
    return this.#turns(async () => {
      await delay(Math.max(0, this.#freeAt - performance.now()));
      const startedAt = performance.now();
      try {
        const result = await this.#program.request({ drawing, photo });
        if ('error' in result) throw new Error(result.error);
        return Buffer.from(result.bytes);
      } finally {
        const now = performance.now();
        // Leaves the core to the others for as long as each of them may draw.
        this.#freeAt = now + (now - startedAt) * (this.#workers - 1);
      }
    });
  }

  stop(): Promise<void> {
    return this.#program.stop();
  }
}
