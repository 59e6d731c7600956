import { closeSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import type { z } from 'zod';
import type { SandboxLogger } from '#sandbox/logger';
import { parseJson, readState, setAside } from '#sandbox/read-state';

interface JournalOptions<Entry> {
  path: string;
  /** One line: changes that belong together. */
  schema: z.ZodType<Entry>;
  logger: SandboxLogger;
}

/**
 * An append-only file with a line per change. A line has reached the operating system before
 * `append` returns, so that a killed process loses nothing that it had confirmed. A power cut may
 * lose the last lines, because an `fsync` for each would be slow.
 */
export class Journal<Entry> {
  readonly #options: JournalOptions<Entry>;
  #file: number | null = null;

  constructor(options: JournalOptions<Entry>) {
    this.#options = options;
  }

  /** Reads all lines so far. An incomplete line is ignored. */
  read(): Entry[] {
    const { path, schema, logger } = this.#options;
    const lines = (readState(path) ?? '').split('\n');
    lines.pop();
    const entries: Entry[] = [];
    let isDamaged = false;
    for (const line of lines) {
      const parsed = schema.safeParse(parseJson(line));
      if (parsed.success) entries.push(parsed.data);
      else isDamaged = true;
    }
    if (isDamaged) setAside(path, logger);
    return entries;
  }

  /**
   * Replaces the file by what is still needed, completely or not at all, and keeps it open for
   * appending.
   */
  rewrite(entries: readonly Entry[]): void {
    const { path } = this.#options;
    const draft = `${path}.${process.pid}.tmp`;
    writeFileSync(draft, entries.map(lineOf).join(''), { mode: 0o600 });
    this.close();
    renameSync(draft, path);
    this.#file = openSync(path, 'a', 0o600);
  }

  append(entry: Entry): void {
    if (this.#file !== null) writeSync(this.#file, lineOf(entry));
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}

function lineOf(entry: unknown): string {
  return `${JSON.stringify(entry)}\n`;
}
