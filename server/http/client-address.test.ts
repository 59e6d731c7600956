import { expect, test } from 'vitest';
import { clientAddress } from './client-address';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::1', '::1'],
  ['2001:DB8::9', '2001:db8::9'],
  ['::ffff:0:0', '::ffff:0:0'],
  ['fe80::1%eth0', 'fe80::1'],
  [undefined, undefined],
])('the address of a client connected from %s is %s', (ip, address) => {
  expect(clientAddress(ip)).toBe(address);
});
