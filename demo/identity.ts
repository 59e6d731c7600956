import { createHash } from 'node:crypto';

/**
 * Returns the same UUID (in the format of version 4) for the same thing, so that links survive a
 * new seed.
 */
export function demoId(kind: string, slug: string): string {
  const bytes = createHash('sha256').update(`${kind} ${slug}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
