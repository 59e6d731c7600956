import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { Config } from '../config';
import { clientAddress } from './client-address';
import { cookieIn, ownCookie } from './own-cookie';

/** Who asks, as far as limits go. */
export interface Caller {
  /** As people know it; undefined when the connection is gone already. */
  ip: string | undefined;
  /**
   * SHA-256 of the id in a browser's cookie. Null for a stranger: no browser, or one that has not had
   * our cookie for as long as a voter takes to choose.
   */
  device: string | null;
}

const KNOWN_AFTER_MS = 60_000;
const LASTS_MS = 400 * 24 * 3_600_000;
/** Id, when it was issued (ms, base 36), and our signature of both. */
const FORM = /^([\w-]{22})\.([0-9a-z]{1,11})\.([\w-]{43})$/;

/**
 * Tells browsers apart, and nothing more: an address says little where thousands share one of their
 * carrier's. The cookie holds a random id and the time, signed; nothing is kept of it until it pays.
 */
export class Devices {
  readonly #cookie: ReturnType<typeof ownCookie>;
  /** The first signs, all are accepted. */
  readonly #secrets: readonly string[];

  constructor({ publicUrl, sessionSecrets }: Pick<Config, 'publicUrl' | 'sessionSecrets'>) {
    this.#cookie = ownCookie('device', publicUrl);
    this.#secrets = sessionSecrets;
  }

  /** Gives a browser its cookie with the first answer that every page of ours asks for. */
  readonly issue: RequestHandler = (req, res, next) => {
    if (this.#read(req) === null) {
      const value = newDeviceCookie(this.#secrets[0] ?? '', Date.now());
      const { name, attributes } = this.#cookie;
      res.cookie(name, value, { ...attributes, maxAge: LASTS_MS });
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
    const [, id, issuedAt, signed] = FORM.exec(value) ?? [];
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
