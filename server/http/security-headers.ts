import type { RequestHandler } from 'express';
import helmet from 'helmet';

interface SecurityHeaderOptions {
  /** Whether browsers reach us over https, so that they may be told to insist on it. */
  isHttps: boolean;
  /** Whether the card form comes from Stripe's own hosts. */
  usesStripe: boolean;
}

/** As Stripe documents for Stripe.js: its script, its frames (the bank's dialog too), its API. */
const STRIPE = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
};
const NO_OTHERS = { script: [], frame: [], connect: [] };

export function securityHeaders({ isHttps, usesStripe }: SecurityHeaderOptions): RequestHandler {
  const others = usesStripe ? STRIPE : NO_OTHERS;
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        scriptSrc: ["'self'", ...others.script],
        frameSrc: ["'self'", ...others.frame],
        // Radix locks the page's scroll with a style element it makes at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Pictures of other hosts come through `server/images`; Stripe's are inside its frames.
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", ...others.connect],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  });
}
