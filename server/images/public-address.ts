import { BlockList, isIP } from 'node:net';

/**
 * IPv4 that is not the public internet, from IANA's special-purpose address registry.
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const SPECIAL_V4: [network: string, prefix: number][] = [
  ['0.0.0.0', 8], // "this network"; 0.0.0.0 reaches this machine
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, and the metadata services of clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
  // Registered as public, but inside Azure it is the platform's own service.
  ['168.63.129.16', 32],
];

/**
 * Only this part of IPv6 is public unicast. All else (loopback, link-local, unique local,
 * multicast, IPv4-mapped, NAT64) lies outside of it.
 */
const GLOBAL_UNICAST_V6: [network: string, prefix: number] = ['2000::', 3];

/** What is special inside it: https://www.iana.org/assignments/iana-ipv6-special-registry */
const SPECIAL_V6: [network: string, prefix: number][] = [
  ['2001::', 23], // protocol assignments; Teredo among them, which wraps IPv4
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which wraps IPv4
  ['3fff::', 20], // documentation
];

const specialV4 = new BlockList();
for (const [network, prefix] of SPECIAL_V4) specialV4.addSubnet(network, prefix, 'ipv4');
const globalUnicastV6 = new BlockList();
globalUnicastV6.addSubnet(...GLOBAL_UNICAST_V6, 'ipv6');
const specialV6 = new BlockList();
for (const [network, prefix] of SPECIAL_V6) specialV6.addSubnet(network, prefix, 'ipv6');

/** Whether a host of the public internet can have this IP address; false for anything else. */
export function isPublicAddress(ip: string): boolean {
  switch (isIP(ip)) {
    case 4:
      return !specialV4.check(ip, 'ipv4');
    case 6:
      return globalUnicastV6.check(ip, 'ipv6') && !specialV6.check(ip, 'ipv6');
    default:
      return false;
  }
}
