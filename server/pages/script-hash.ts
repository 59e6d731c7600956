import { createHash } from 'node:crypto';

/** Returns the hash of an inline script for the pages' Content-Security-Policy. */
export const scriptHash = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
