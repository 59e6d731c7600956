import { createHash } from 'node:crypto';

/** By which the policy of our pages lets a script run that stands in the document. */
export const scriptHash = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
