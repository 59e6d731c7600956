import ipaddr from 'ipaddr.js';

/** A network that counts as one client, and its quota as a multiple of a single client's. */
export interface Network {
  name: string;
  share: number;
}

/**
 * An IPv6 connection has a network of at least 2⁶⁴ addresses, which its owner can change at will,
 * and many providers give a whole /56 or /48 to any customer: so those networks are counted too,
 * with the quota of a few connections.
 */
const IPV6_NETWORKS = [
  { bits: 64, share: 1 },
  { bits: 56, share: 4 },
  { bits: 48, share: 16 },
];

/** Returns the smallest network that counts as one client. */
export const networkOf = (ip: string | undefined): string => networksOf(ip)[0]?.name ?? '';

/**
 * Returns the networks that count as one client, smallest first.
 * @param ip as reported by Express; undefined when the connection has already closed
 */
export function networksOf(ip: string | undefined): Network[] {
  if (ip === undefined || !ipaddr.isValid(ip)) return [{ name: '', share: 1 }];
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return [{ name: address.toString(), share: 1 }];
  const bytes = address.toByteArray();
  return IPV6_NETWORKS.map(({ bits, share }) => {
    const prefix = Buffer.from(bytes.slice(0, bits / 8)).toString('hex');
    return { name: `${prefix}/${bits}`, share };
  });
}
