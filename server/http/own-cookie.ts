import type { IncomingMessage } from 'node:http';
import type { CookieOptions } from 'express';
import { ownCookieName } from '#shared/domain/cookies';

interface CookieAccess {
  /** True when scripts on our pages may read it. */
  isForScripts?: boolean;
}

/** Options of a cookie that other sites cannot receive, by its name and attributes. */
export function ownCookie(
  name: string,
  publicUrl: string,
  { isForScripts = false }: CookieAccess = {},
) {
  const secure = publicUrl.startsWith('https:');
  const attributes: CookieOptions = {
    httpOnly: !isForScripts,
    sameSite: 'lax',
    secure,
    path: '/',
  };
  return { name: ownCookieName(name, secure), attributes };
}

/** Returns the value of such a cookie in a request, or undefined. */
export const cookieIn = ({ headers }: IncomingMessage, name: string): string | undefined =>
  `; ${headers.cookie ?? ''}`.split(`; ${name}=`)[1]?.split(';')[0];
