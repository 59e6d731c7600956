import type { IncomingMessage } from 'node:http';
import type { CookieOptions } from 'express';

/** A cookie that scripts and other sites do not get, by its name and attributes. */
export function ownCookie(name: string, publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  const attributes = { httpOnly: true, sameSite: 'lax', secure, path: '/' } satisfies CookieOptions;
  // Browsers take a name with this prefix only from us, over https, for the whole site.
  return { name: secure ? `__Host-${name}` : name, attributes };
}

/** What a request brings of such a cookie; undefined for none. */
export const cookieIn = ({ headers }: IncomingMessage, name: string): string | undefined =>
  `; ${headers.cookie ?? ''}`.split(`; ${name}=`)[1]?.split(';')[0];
