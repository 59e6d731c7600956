import ipaddr from 'ipaddr.js';

const GROUPS_OF_A_NETWORK = 4;

/**
 * What counts as one client. An IPv6 connection comes with a network of 2⁶⁴ addresses at least,
 * which its owner may change at will; so the network is counted and not the address.
 *
 * @param ip as Express tells it; undefined when the connection is gone already
 */
export function networkOf(ip: string | undefined): string {
  if (ip === undefined || !ipaddr.isValid(ip)) return '';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const groups = address.parts.slice(0, GROUPS_OF_A_NETWORK);
  return groups.map((group) => group.toString(16)).join(':');
}
