import { rename, writeFile } from 'node:fs/promises';
import type { z } from 'zod';
import type { SandboxLogger } from './logger';
import { parseJson, readState, setAside } from './read-state';

const SAVE_AFTER_MS = 100;

interface StateFileOptions<State> {
  path: string;
  schema: z.ZodType<State>;
  /**
   * Returns the state to write; called at the time of writing, so that a burst of changes costs one
   * write.
   */
  snapshot: () => State;
  logger: SandboxLogger;
}

/**
 * Stores a sandbox's state on disk: after a restart, a demo must still have the payments it took.
 * Writes a temporary file and renames it, so that a crash leaves either the old file or the new
 * one, complete.
 */
export class StateFile<State> {
  readonly #options: StateFileOptions<State>;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isDirty = false;

  constructor(options: StateFileOptions<State>) {
    this.#options = options;
  }

  /**
   * Returns the stored state, or null at the first start; an unreadable file is renamed, not
   * overwritten.
   */
  load(): State | null {
    const { path, schema, logger } = this.#options;
    const text = readState(path);
    if (text === null) return null;
    const parsed = schema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    setAside(path, logger);
    return null;
  }

  /** Records a change; it is written a moment later, together with others. */
  changed(): void {
    this.#isDirty = true;
    this.#timer ??= setTimeout(() => void this.flush(), SAVE_AFTER_MS).unref();
  }

  /** Writes all changes so far; resolves when they are on disk, never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    if (!this.#isDirty) return;
    this.#isDirty = false;
    const { path, snapshot, logger } = this.#options;
    const draft = `${path}.${process.pid}.tmp`;
    try {
      await writeFile(draft, JSON.stringify(snapshot()), { mode: 0o600 });
      await rename(draft, path);
    } catch (error) {
      this.#isDirty = true;
      logger.warn({ err: error }, 'sandbox state could not be written');
    }
  }
}
