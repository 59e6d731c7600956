import { z } from 'zod';

/** A bucket in an S3-compatible store, and the key that opens it. */
export interface BucketSettings {
  /** Without a slash at its end; may have a path of its own. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Begins the key of everything of ours; ends with a slash, or is empty. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Requests are signed, not secret: a store in one's own network may do without TLS. */
export const bucketEndpoint = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .refine((text) => {
    if (!URL.canParse(text)) return true; // told already
    const { username, password, search, hash } = new URL(text);
    return [username, password, search, hash].every((part) => part === '');
  }, 'must be an address without user, query or fragment')
  .transform((text) => text.replace(/\/+$/, ''));

export const bucketName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i, 'must be the name of a bucket');

export const bucketRegion = z
  .string()
  .regex(/^[a-z0-9-]+$/i, 'must be a region such as eu-west-3, or auto');

/** Nothing in it needs escaping in an address. */
export const keyPrefix = z
  .string()
  .regex(/^[\w-]+(\/[\w-]+)*\/?$/, 'must be a path such as awards/2026')
  .transform((text) => text.replace(/\/?$/, '/'));
