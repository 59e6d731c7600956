import { isIPv4 } from 'node:net';

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
