import { isIPv4 } from 'node:net';
import type { RequestHandler } from 'express';
import type { Logger } from '../platform/logger';

/**
 * An address in the form that people know: an IPv4 client of a socket that takes both kinds is told
 * as `::ffff:192.0.2.1`. Its zone is left out, which means something on this machine only.
 *
 * @param ip as Express tells it; undefined when the connection is gone already
 */
export function clientAddress(ip: string | undefined): string | undefined {
  if (ip === undefined) return undefined;
  const address = ip.replace(/%.*$/, '').toLowerCase();
  const mapped = address.replace(/^::ffff:/, '');
  return isIPv4(mapped) ? mapped : address;
}

type Trust = (address: string | undefined, hop: number) => boolean;

/**
 * Notices when `TRUST_PROXY` is not how the requests come, and says so once: too little and all the
 * world is one client, too much and callers write their own addresses.
 */
export function watchProxy(logger: Logger): RequestHandler {
  const told = new Set<string>();
  const tell = (message: string) => {
    if (told.has(message)) return;
    told.add(message);
    logger.warn({ alarm: 'trust-proxy' }, message);
  };
  return (req, _res, next) => {
    const trust: Trust = req.app.get('trust proxy fn');
    const isForwarded = req.headers['x-forwarded-for'] !== undefined;
    const isTrusted = trust(req.socket.remoteAddress, 0);
    if (isForwarded && !isTrusted) {
      tell('a request was forwarded by whom TRUST_PROXY does not name: limits count that address');
    }
    if (isTrusted && !isForwarded) {
      tell('a request came from a proxy without X-Forwarded-For: see TRUST_PROXY');
    }
    next();
  };
}
