import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';
import type { SandboxLogger } from '../logger';

interface JournalOptions<Entry> {
  path: string;
  /** One line: what happened together. */
  schema: z.ZodType<Entry>;
  logger: SandboxLogger;
}

/**
 * A file that only grows, a line per change. A line is with the operating system before `append`
 * returns: a process that is killed at any moment has lost nothing it had told anybody. (A power
 * cut may take the last lines; no real money is at stake that would be worth an `fsync` each.)
 */
export class Journal<Entry> {
  readonly #options: JournalOptions<Entry>;
  #file: number | null = null;

  constructor(options: JournalOptions<Entry>) {
    this.#options = options;
    mkdirSync(dirname(options.path), { recursive: true });
  }

  /** All lines so far. A line that was cut off in the middle of its writing never happened. */
  read(): Entry[] {
    const { path, schema, logger } = this.#options;
    const lines = readIfThere(path).split('\n');
    lines.pop();
    const entries: Entry[] = [];
    let isDamaged = false;
    for (const line of lines) {
      const parsed = schema.safeParse(parseJson(line));
      if (parsed.success) entries.push(parsed.data);
      else isDamaged = true;
    }
    if (isDamaged) {
      const aside = `${path}.unreadable`;
      renameSync(path, aside);
      logger.warn({ file: aside }, 'lines of a sandbox journal could not be read');
    }
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

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
