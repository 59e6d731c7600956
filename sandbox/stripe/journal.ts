import { closeSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import type { z } from 'zod';
import type { SandboxLogger } from '#sandbox/logger';
import { parseJson, readState, setAside } from '#sandbox/read-state';

interface JournalOptions<Entry> {
  path: string;
  /** One line: what happened together. */
  schema: z.ZodType<Entry>;
  logger: SandboxLogger;
}

/**
 * A file that only grows, a line per change. A line is with the operating system before `append`
 * returns, so a killed process has lost nothing that it had answered. A power cut may take the
 * last lines, because an `fsync` for each would be slow.
 */
export class Journal<Entry> {
  readonly #options: JournalOptions<Entry>;
  #file: number | null = null;

  constructor(options: JournalOptions<Entry>) {
    this.#options = options;
  }

  /** All lines so far. A line that was cut off in the middle of its writing never happened. */
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

  /** Begins anew with what is still worth knowing, whole or not at all, and stays open for more. */
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
