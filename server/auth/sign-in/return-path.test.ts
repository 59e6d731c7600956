import { describe, expect, test } from 'vitest';
import { returnPath } from './return-path';

const SITE = 'https://vote.example';

describe('after signing in, the user returns', () => {
  test.each([
    ['/admin'],
    ['/admin?tab=analytics#top'],
    ['/category/1?artist=%2F%2Fevil.example'],
    ['/checkout?artist=%7B%22name%22%3A%22Ama%22%7D'],
    ['/%2F/evil.example'],
    ['/apiary'],
  ])('to %j', (path) => {
    expect(returnPath(path, SITE)).toBe(path);
  });

  test.each([
    ['nothing', undefined],
    ['two at once', ['/admin', '/categories']],
    ['an empty text', ''],
    ['a relative path', 'admin'],
    ['another site', 'https://evil.example/admin'],
    ['another site that begins like ours', 'https://vote.example.evil.example/'],
    ['a full address, even our own', 'https://vote.example/admin'],
    ['a script', 'javascript:alert(1)'],
    ['a host without scheme', '//evil.example'],
    ['a host behind a backslash', '/\\evil.example'],
    ['a host behind two backslashes', '\\\\evil.example'],
    ['a host behind a tab', '/\t/evil.example'],
    ['a host behind a line break', '/\n/evil.example'],
    ['a host that appears when the path is resolved', '/.//evil.example'],
    ['a host that appears when a parent path is resolved', '/admin/..//evil.example'],
    ['an invalid host', '//['],
    ['signing out', '/api/logout'],
    ['signing out in capitals', '/API/Logout'],
    ['an endpoint by a detour', '/admin/../api/logout'],
    ['an overlong address', `/${'a'.repeat(8_000)}`],
    ['an address that is too long once encoded', `/${'é'.repeat(500)}`],
  ])('home from %s', (_what, address) => {
    expect(returnPath(address, SITE)).toBe('/');
  });
});
