import { expect, test } from 'vitest';
import { networksOf } from './networks-of';

test.each([
  ['203.0.113.7', ['203.0.113.7']],
  ['::ffff:203.0.113.7', ['203.0.113.7']],
  ['::FFFF:203.0.113.7', ['203.0.113.7']],
  ['::1', ['0000000000000000/64', '00000000000000/56', '000000000000/48']],
  ['2001:db8:1:203:3:4:5:6', ['20010db800010203/64', '20010db8000102/56', '20010db80001/48']],
  ['2001:DB8:0001:0203::9', ['20010db800010203/64', '20010db8000102/56', '20010db80001/48']],
  ['fe80::1%eth0', ['fe80000000000000/64', 'fe800000000000/56', 'fe8000000000/48']],
  [undefined, ['']],
])('%s belongs to %s', (ip, networks) => {
  expect(networksOf(ip).map(({ name }) => name)).toEqual(networks);
});

test('a larger network may send as much as a few connections', () => {
  expect(networksOf('2001:db8::1').map(({ share }) => share)).toEqual([1, 4, 16]);
});
