import { isIPv4 } from 'node:net';
import type { RequestHandler } from 'express';
import type { Logger } from '#server/platform/logger';

/**
 * Normalises an address: a dual-stack socket reports an IPv4 client as `::ffff:192.0.2.1`. Drops
 * the zone, which is meaningful on this machine only.
 *
 * @param ip as reported by Express; undefined when the connection has already closed
 */
export function clientAddress(ip: string | undefined): string | undefined {
  if (ip === undefined) return undefined;
  const address = ip.replace(/%.*$/, '').toLowerCase();
  const mapped = address.replace(/^::ffff:/, '');
  return isIPv4(mapped) ? mapped : address;
}

type Trust = (address: string | undefined, hop: number) => boolean;

/**
 * Warns once when `TRUST_PROXY` does not match how requests arrive: if too low, all clients share
 * one address; if too high, callers can forge theirs.
 */
export function watchProxy(logger: Logger): RequestHandler {
  const warned = new Set<string>();
  const warn = (message: string) => {
    if (warned.has(message)) return;
    warned.add(message);
    logger.warn({ alarm: 'trust-proxy' }, message);
  };
  return (req, _res, next) => {
    const trust: Trust = req.app.get('trust proxy fn');
    const isForwarded = req.headers['x-forwarded-for'] !== undefined;
    const isTrusted = trust(req.socket.remoteAddress, 0);
    if (isForwarded && !isTrusted) {
      warn(
        'a request was forwarded by a proxy that TRUST_PROXY does not include: rate limits count its address',
      );
    }
    if (isTrusted && !isForwarded) {
      warn('a request came from a proxy without X-Forwarded-For: see TRUST_PROXY');
    }
    next();
  };
}
