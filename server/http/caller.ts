import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { CookieOptions, Request, RequestHandler } from 'express';
import { clientAddress } from './client-address';

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
  readonly #name: string;
  readonly #attributes: CookieOptions;
  readonly #secrets: readonly string[];

  /** @param secrets the first signs, all are accepted */
  constructor({ secrets, isHttps }: { secrets: readonly string[]; isHttps: boolean }) {
    this.#name = isHttps ? '__Host-device' : 'device';
    this.#attributes = { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' };
    this.#secrets = secrets;
  }

  /** Gives a browser its cookie with the first answer that every page of ours asks for. */
  readonly issue: RequestHandler = (req, res, next) => {
    if (this.#read(req) === null) {
      const value = newDeviceCookie(this.#secrets[0] ?? '', Date.now());
      res.cookie(this.#name, value, { ...this.#attributes, maxAge: LASTS_MS });
    }
    next();
  };

  callerOf(req: Request): Caller {
    const device = this.#read(req);
    const isKnown = device !== null && Date.now() - device.issuedAt >= KNOWN_AFTER_MS;
    return { ip: clientAddress(req.ip), device: isKnown ? device.hash : null };
  }

  #read(req: Request): { hash: string; issuedAt: number } | null {
    const cookies = (req.get('cookie') ?? '').split(/; */);
    const value = cookies.find((one) => one.startsWith(`${this.#name}=`));
    const [, id, issuedAt, signed] = FORM.exec(value?.slice(this.#name.length + 1) ?? '') ?? [];
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
