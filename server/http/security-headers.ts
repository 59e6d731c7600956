import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { OURS_HEADER } from '#shared/domain/offline';

interface SecurityHeaderOptions {
  /** By their hashes: the scripts that stand in our documents. */
  ownScripts: readonly string[];
  /** What tells browsers to insist on https; null where they do not reach us by it. */
  hsts: string | null;
  /** Whether the card form comes from Stripe's own hosts. */
  usesStripe: boolean;
  /** Whose widget asks whether a payer is a person; null for nobody's, and for the sandbox's. */
  captcha: keyof typeof CAPTCHAS | null;
}

/** As Stripe documents for Stripe.js: its script, its frames (the bank's dialog too), its API. */
const STRIPE = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
};
/** As their makers document; hCaptcha draws its box with styles of its own. */
const CAPTCHAS = {
  turnstile: { host: ['https://challenges.cloudflare.com'], style: [] },
  hcaptcha: {
    host: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    style: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
};
const NO_OTHERS = { script: [], frame: [], connect: [] };
const NO_CAPTCHA = { host: [], style: [] };

/** The headers of every page and answer. */
export function securityHeaders({
  ownScripts,
  hsts,
  usesStripe,
  captcha,
}: SecurityHeaderOptions): RequestHandler {
  const { host, style } = captcha ? CAPTCHAS[captcha] : NO_CAPTCHA;
  const others = usesStripe ? STRIPE : NO_OTHERS;
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        scriptSrc: ["'self'", ...ownScripts, ...others.script, ...host],
        frameSrc: ["'self'", ...others.frame, ...host],
        // Radix locks the page's scroll with a style element it makes at run time.
        styleSrc: ["'self'", "'unsafe-inline'", ...style],
        // Pictures of other hosts come through `server/images`; Stripe's are inside its frames.
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", ...others.connect, ...host],
        ...(hsts ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  });
  // Wallets in Stripe's form ask for the payment permission; nothing else of these is ours.
  const payment = usesStripe ? '(self "https://js.stripe.com")' : '()';
  const permissions = `camera=(), microphone=(), geolocation=(), usb=(), payment=${payment}`;
  return (req, res, next) => {
    res.setHeader(OURS_HEADER, '1');
    res.setHeader('Permissions-Policy', permissions);
    if (hsts) res.setHeader('Strict-Transport-Security', hsts);
    protect(req, res, next);
  };
}

/**
 * What such a handler adds to every answer, for those that it never sees: names and values in turns.
 * By asking it, because it is no list of ours.
 */
export function headersAddedBy(handler: RequestHandler): string[] {
  const req = new IncomingMessage(new Socket());
  const res = new ServerResponse(req);
  // Express's handlers work with Node's own messages, as far as they only set headers.
  handler(req as never, res as never, () => undefined);
  return Object.entries(res.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
}
