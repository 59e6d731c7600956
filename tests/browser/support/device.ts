import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Cookie } from '@playwright/test';
import { newDeviceCookie } from '#server/http/caller';

/**
 * The cookie of a browser that has been used for a while, like that of a voter who browses before
 * paying. Without it all visitors of all tests would count as new devices behind one address.
 */
export async function deviceCookie(baseURL: string): Promise<Cookie> {
  const dataDir = process.env.BROWSER_TEST_DATA_DIR ?? '';
  const { sessionSecret } = JSON.parse(await readFile(path.join(dataDir, 'secrets.json'), 'utf8'));
  return {
    name: 'device',
    value: newDeviceCookie(sessionSecret, Date.now() - 10 * 60_000),
    domain: new URL(baseURL).hostname,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax',
  };
}
