import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { OURS_HEADER } from '#shared/domain/offline';

interface SecurityHeaderOptions {
  /** Hashes of the inline scripts in our documents. */
  ownScripts: readonly string[];
  /** Value of Strict-Transport-Security; null when browsers do not reach us over https. */
  hsts: string | null;
  /** True when the card form is loaded from Stripe's own hosts. */
  usesStripe: boolean;
  /** Provider of the captcha widget; null for none, and for the sandbox's. */
  captcha: keyof typeof CAPTCHAS | null;
}

/**
 * Sources that Stripe documents for Stripe.js: its script, its frames (including the bank's
 * dialog), its API.
 */
const STRIPE = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
};
/** Sources documented by the providers; hCaptcha uses style elements of its own. */
const CAPTCHAS = {
  turnstile: { host: ['https://challenges.cloudflare.com'], style: [] },
  hcaptcha: {
    host: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    style: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
};
const NO_OTHERS = { script: [], frame: [], connect: [] };
const NO_CAPTCHA = { host: [], style: [] };

/** Returns the headers of every page and response. */
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
        // Radix locks page scrolling with a style element created at run time.
        styleSrc: ["'self'", "'unsafe-inline'", ...style],
        // Images of other hosts come through `server/images`; Stripe's are inside its frames.
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", ...others.connect, ...host],
        ...(hsts ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  });
  // Wallets in Stripe's form request the payment permission; we use none of the others.
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
 * Returns the headers that a handler adds to every response, as alternating names and values, for
 * responses that bypass it. Calls the handler to get them, because the list is not ours.
 */
export function headersAddedBy(handler: RequestHandler): string[] {
  const req = new IncomingMessage(new Socket());
  const res = new ServerResponse(req);
  // Express handlers accept Node's own messages as long as they only set headers.
  handler(req as never, res as never, () => undefined);
  return Object.entries(res.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
}
