import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { Config } from '#server/config/index';
import { clientAddress } from './client-address';
import { cookieIn, ownCookie } from './own-cookie';

/** Identity of a client for rate limits. */
export interface Caller {
  /** In the usual notation; undefined when the connection has already closed. */
  ip: string | undefined;
  /**
   * SHA-256 of the id in the device cookie. Null for an unknown client: not a browser, or one that
   * received the cookie less time ago than a voter takes to choose.
   */
  device: string | null;
}

const KNOWN_AFTER_MS = 60_000;
const COOKIE_LIFETIME_MS = 400 * 24 * 3_600_000;
/** Id, time of issue (ms, base 36), and our signature of both. */
const COOKIE_FORMAT = /^([\w-]{22})\.([0-9a-z]{1,11})\.([\w-]{43})$/;

/**
 * Distinguishes browsers by a cookie, because an address means little where thousands share their
 * carrier's. The cookie contains a random id and the time, signed; the server stores nothing of it
 * until a payment.
 */
export class Devices {
  readonly #cookie: ReturnType<typeof ownCookie>;
  /** The first one signs, all are accepted. */
  readonly #secrets: readonly string[];

  constructor({ publicUrl, sessionSecrets }: Pick<Config, 'publicUrl' | 'sessionSecrets'>) {
    this.#cookie = ownCookie('device', publicUrl);
    this.#secrets = sessionSecrets;
  }

  /** Sets the device cookie with the first response that every page requests. */
  readonly issue: RequestHandler = (req, res, next) => {
    if (this.#read(req) === null) {
      const value = newDeviceCookie(this.#secrets[0] ?? '', Date.now());
      const { name, attributes } = this.#cookie;
      res.cookie(name, value, { ...attributes, maxAge: COOKIE_LIFETIME_MS });
    }
    next();
  };

  callerOf(req: Request): Caller {
    const device = this.#read(req);
    const isKnown = device !== null && Date.now() - device.issuedAt >= KNOWN_AFTER_MS;
    return { ip: clientAddress(req.ip), device: isKnown ? device.hash : null };
  }

  #read(req: Request): { hash: string; issuedAt: number } | null {
    const value = cookieIn(req, this.#cookie.name) ?? '';
    const [, id, issuedAt, signed] = COOKIE_FORMAT.exec(value) ?? [];
    if (id === undefined || issuedAt === undefined || signed === undefined) return null;
    const isOurs = this.#secrets.some((secret) =>
      timingSafeEqual(Buffer.from(signature(`${id}.${issuedAt}`, secret)), Buffer.from(signed)),
    );
    if (!isOurs) return null;
    return {
      hash: createHash('sha256').update(id).digest('hex'),
      issuedAt: Number.parseInt(issuedAt, 36),
    };
  }
}

/** @param issuedAt in ms */
export function newDeviceCookie(secret: string, issuedAt: number): string {
  const content = `${randomBytes(16).toString('base64url')}.${issuedAt.toString(36)}`;
  return `${content}.${signature(content, secret)}`;
}

const signature = (content: string, secret: string): string =>
  createHmac('sha256', secret).update(`device ${content}`).digest('base64url');
