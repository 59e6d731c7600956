import { z } from 'zod';

/** A bucket in an S3-compatible store, and its access key. */
export interface BucketSettings {
  /** Has no trailing slash; may contain a path. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Prefix of all our keys; ends with a slash, or is empty. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * Requests are signed but need not be secret: a store in the operator's network may do without TLS.
 */
export const bucketEndpoint = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .refine((text) => {
    if (!URL.canParse(text)) return true; // Already reported
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

/** Contains nothing that needs escaping in an address. */
export const keyPrefix = z
  .string()
  .regex(/^[\w-]+(\/[\w-]+)*\/?$/, 'must be a path such as awards/2026')
  .transform((text) => text.replace(/\/?$/, '/'));
