import { isIPv4 } from 'node:net';
import { clientAddress } from '../client-address';

const GROUPS = 8;
const GROUPS_OF_A_NETWORK = 4;

/**
 * What counts as one client. An IPv6 connection comes with a network of 2⁶⁴ addresses at least,
 * which its owner may change at will; so the network is counted and not the address.
 *
 * @param ip as Express tells it; undefined when the connection is gone already
 */
export function networkOf(ip: string | undefined): string {
  const address = clientAddress(ip) ?? '';
  if (isIPv4(address)) return address;
  return groupsOf(address).slice(0, GROUPS_OF_A_NETWORK).join(':');
}

/** All eight groups of an IPv6 address, with those that `::` leaves out. */
function groupsOf(address: string): string[] {
  const [head = [], tail] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const left = head.map(withoutLeadingZeros);
  if (tail === undefined) return left;
  const missing = Math.max(0, GROUPS - head.length - tail.length);
  return [...left, ...Array<string>(missing).fill('0'), ...tail.map(withoutLeadingZeros)];
}

const withoutLeadingZeros = (group: string): string => group.replace(/^0+(?=.)/, '');
