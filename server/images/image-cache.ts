import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '#server/platform/logger';
import { readIfPresent, writeAtomically } from './atomic-file';

const MAX_BYTES = 256 * 1024 * 1024;

interface ImageCacheOptions {
  maxBytes?: number;
  /** True when other users of this machine must not read the files. */
  isPrivate?: boolean;
  logger?: Logger | undefined;
}

/**
 * Caches files under a hash of their key, and removes the oldest when they exceed `maxBytes`.
 * Several processes may share the directory. A failing disk costs speed, but never a response.
 */
export class ImageCache {
  readonly #directory: string;
  readonly #maxBytes: number;
  readonly #logger: Logger | undefined;
  readonly #mode: number;
  /** Since the directory was last read, which has not happened yet. */
  #bytesWritten = Number.POSITIVE_INFINITY;

  constructor(directory: string, options: ImageCacheOptions = {}) {
    this.#directory = directory;
    this.#maxBytes = options.maxBytes ?? MAX_BYTES;
    this.#logger = options.logger;
    this.#mode = options.isPrivate ? 0o700 : 0o755;
  }

  /** @param maxAgeMs older files are not returned */
  async read(key: string, maxAgeMs = Number.POSITIVE_INFINITY): Promise<Buffer | null> {
    const path = join(this.#directory, nameOf(key));
    try {
      const file = await readIfPresent(path);
      if (file === null || maxAgeMs === Number.POSITIVE_INFINITY) return file;
      return Date.now() - (await stat(path)).mtimeMs < maxAgeMs ? file : null;
    } catch (err) {
      this.#logger?.warn({ err }, 'the image cache cannot be read');
      return null;
    }
  }

  async write(key: string, bytes: Buffer): Promise<void> {
    try {
      await mkdir(this.#directory, { recursive: true, mode: this.#mode });
      await writeAtomically(this.#directory, nameOf(key), bytes);
      this.#bytesWritten += bytes.length;
      // The check does not run after every file because it reads the whole directory.
      if (this.#bytesWritten > this.#maxBytes / 10) await this.#evict();
    } catch (err) {
      this.#logger?.warn({ err }, 'the image cache cannot be written');
    }
  }

  /** Frees enough space for what will be written before the next eviction. */
  async #evict(): Promise<void> {
    this.#bytesWritten = 0;
    const files = await this.#files();
    files.sort((a, b) => b.writtenAt - a.writtenAt);
    let keptBytes = 0;
    for (const file of files) {
      keptBytes += file.size;
      if (keptBytes > this.#maxBytes * 0.9) await rm(file.path, { force: true });
    }
  }

  async #files(): Promise<{ path: string; size: number; writtenAt: number }[]> {
    const names = await readdir(this.#directory);
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(this.#directory, name);
        // Another process may have removed it meanwhile.
        const stats = await stat(path).catch(() => null);
        return stats ? [{ path, size: stats.size, writtenAt: stats.mtimeMs }] : [];
      }),
    );
    return files.flat();
  }
}

const nameOf = (key: string): string => createHash('sha256').update(key).digest('hex');
