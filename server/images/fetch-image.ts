import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { SingleFlight } from '#server/platform/single-flight';
import { isFetchableAddress } from '#shared/contracts/images';
import { ImageError, tooLarge, tooSlow, unreachable } from './image-error';
import { isPublicAddress } from './public-address';

const TIMEOUT_MS = 5_000;
const MAX_REDIRECTS = 3;
const MAX_BYTES = 5 * 1024 * 1024;
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** All optional: lets tests replace the internet by a local host. */
export interface FetchOptions {
  /** Limit for name resolution, all redirects and the body together. */
  timeoutMs?: number;
  resolve?: Resolve;
  allowAddress?: (ip: string) => boolean;
  /** Port to connect to instead of the address's default port. */
  connectPort?: number;
}

/**
 * Fetches the bytes at an http or https address of the public internet, whatever their type. Every
 * redirect is checked, and connects to exactly the IP addresses that passed the check.
 * @throws ImageError
 */
export async function fetchImage(address: string, options: FetchOptions = {}): Promise<Buffer> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  try {
    return await followRedirects(address, options, signal);
  } catch (error) {
    if (error instanceof ImageError) throw error;
    if (signal.aborted) throw tooSlow();
    throw unreachable(error instanceof Error && 'code' in error ? String(error.code) : 'broken');
  }
}

async function followRedirects(
  address: string,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<Buffer> {
  let hop = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    if (!isFetchableAddress(hop)) throw unreachable('refused address');
    const url = new URL(hop);
    const ips = await unlessAborted(signal, publicAddressesOf(url, options));
    const response = await send(url, ips, options.connectPort, signal);
    try {
      const { location } = response.headers;
      const isRedirect = REDIRECT_STATUSES.has(response.statusCode ?? 0);
      if (!isRedirect || location === undefined) return await readPicture(response);
      hop = new URL(location, url).href;
    } finally {
      response.destroy();
    }
  }
  throw unreachable('too many redirects');
}

/**
 * A name with any private address in its DNS response is rejected completely: a mistake or an
 * attack.
 */
async function publicAddressesOf(url: URL, options: FetchOptions): Promise<LookupAddress[]> {
  const { resolve = resolveAll, allowAddress = isPublicAddress } = options;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(host);
  const ips = family === 0 ? await resolve(host) : [{ address: host, family }];
  if (ips.length === 0) throw unreachable('name without address');
  if (!ips.every(({ address }) => allowAddress(address))) throw unreachable('refused address');
  return ips;
}

const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true });

/**
 * Name resolution cannot be cancelled, and each one occupies one of the few threads that file
 * access needs too. Concurrent lookups of a name share one resolution.
 */
export function resolvingOnce(resolve: Resolve = resolveAll): Resolve {
  const resolving = new SingleFlight<LookupAddress[]>();
  return (hostname) => resolving.do(hostname, () => resolve(hostname));
}

function send(
  url: URL,
  ips: LookupAddress[],
  connectPort: number | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    request(url, {
      signal,
      lookup: answering(ips),
      // A pooled connection would not have passed this check.
      agent: false,
      ...(connectPort === undefined ? {} : { port: connectPort }),
      headers: {
        accept: 'image/avif,image/webp,image/*',
        'accept-encoding': 'identity',
        // Some image hosts reject clients without a name.
        'user-agent': 'festival-awards-image-proxy',
      },
    })
      .on('response', resolve)
      .on('error', reject)
      .end();
  });
}

/** Replaces DNS while connecting: a second resolution could return another address. */
const answering =
  (ips: LookupAddress[]): LookupFunction =>
  (_hostname, options, done) => {
    const [first] = ips;
    if (options.all || first === undefined) done(null, ips);
    else done(null, first.address, first.family);
  };

async function readPicture(response: IncomingMessage): Promise<Buffer> {
  if (response.statusCode !== 200) throw unreachable(`status ${response.statusCode}`);
  if (Number(response.headers['content-length']) > MAX_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > MAX_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** For work that cannot be cancelled, such as name resolution. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
}
