import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Registered as public, but inside Azure it is the platform's own service. */
const AZURE_PLATFORM = '168.63.129.16';
/** The only part of IPv6 with public unicast addresses. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Reserved for protocols as a whole; ipaddr.js only covers the parts in use. */
const PROTOCOL_ASSIGNMENTS_V6 = ipaddr.IPv6.parseCIDR('2001::/23');

/** True when a host of the public internet can have this IP address; false for anything else. */
export function isPublicAddress(ip: string): boolean {
  const family = isIP(ip);
  if (family === 0) return false;
  if (family === 4) return ip !== AZURE_PLATFORM && ipaddr.IPv4.parse(ip).range() === 'unicast';
  const address = ipaddr.IPv6.parse(ip);
  return (
    address.range() === 'unicast' &&
    address.match(GLOBAL_UNICAST_V6) &&
    !address.match(PROTOCOL_ASSIGNMENTS_V6)
  );
}
