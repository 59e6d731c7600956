import ipaddr from 'ipaddr.js';

/** A network that counts as one client, and how many single clients' worth it may ask for. */
export interface Network {
  name: string;
  share: number;
}

/**
 * An IPv6 connection comes with a network of 2⁶⁴ addresses at least, which its owner may change at
 * will, and many providers give a whole /56 or /48 to everybody who asks: so those are counted too,
 * as a few connections' worth.
 */
const IPV6_NETWORKS = [
  { bits: 64, share: 1 },
  { bits: 56, share: 4 },
  { bits: 48, share: 16 },
];

/**
 * What counts as one client, the smallest network first.
 * @param ip as Express tells it; undefined when the connection is gone already
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
