import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SandboxLogger } from './logger';

/** Reads a stored file, or returns null at the first start; creates its folder. */
export function readState(path: string): string | null {
  mkdirSync(dirname(path), { recursive: true });
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** Renames a file that cannot be read, so that it is not overwritten. */
export function setAside(path: string, logger: SandboxLogger): void {
  const aside = `${path}.unreadable`;
  renameSync(path, aside);
  logger.warn({ file: aside }, 'sandbox state could not be read and was set aside');
}

/** @returns undefined for what is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
