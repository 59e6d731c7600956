import type { IncomingMessage } from 'node:http';
import type { CookieOptions } from 'express';
import { ownCookieName } from '#shared/domain/cookies';

interface Reader {
  /** Whether our own pages' scripts get it too. */
  isForScripts?: boolean;
}

/** A cookie that other sites do not get, by its name and attributes. */
export function ownCookie(name: string, publicUrl: string, { isForScripts = false }: Reader = {}) {
  const secure = publicUrl.startsWith('https:');
  const attributes: CookieOptions = {
    httpOnly: !isForScripts,
    sameSite: 'lax',
    secure,
    path: '/',
  };
  return { name: ownCookieName(name, secure), attributes };
}

/** What a request brings of such a cookie; undefined for none. */
export const cookieIn = ({ headers }: IncomingMessage, name: string): string | undefined =>
  `; ${headers.cookie ?? ''}`.split(`; ${name}=`)[1]?.split(';')[0];
