import express, { type Router } from 'express';
import { z } from 'zod';
import { pageHeaders } from '#sandbox/page/headers';
import { randomText } from '#sandbox/random-text';
import { captchaScript } from './script';

export const CAPTCHA_SANDBOX_PATH = '/sandbox/captcha';
const SITE_KEY = 'site-key-of-the-sandbox';
const SECRET_KEY = 'secret-key-of-the-sandbox';

/** Settings with which an application uses the sandbox instead of Cloudflare Turnstile. */
export const captchaConnection = (origin: string) => ({
  settings: { provider: 'turnstile', siteKey: SITE_KEY, secretKey: SECRET_KEY } as const,
  verifyUrl: `${origin}${CAPTCHA_SANDBOX_PATH}/siteverify`,
  scriptUrl: `${CAPTCHA_SANDBOX_PATH}/api.js`,
});

const verifyRequest = z.object({ secret: z.string(), response: z.string() });

/** Simulates Turnstile: a widget that issues tokens, each of which is valid once. */
export class CaptchaSandbox {
  readonly #tokens = new Set<string>();
  /** Fault of the provider's responses: none at all, or endlessly nested ones. */
  fault: 'down' | 'nested' | null = null;

  /** Issues a token, as after a solved captcha. */
  solve(): string {
    const token = randomText(40);
    this.#tokens.add(token);
    return token;
  }

  routes(): Router {
    const router = express.Router();
    router.use(pageHeaders);
    router.get('/api.js', (_req, res) => {
      res.set('cross-origin-resource-policy', 'cross-origin').type('js').send(captchaScript);
    });
    router.post('/solve', (_req, res) => {
      res.json({ token: this.solve() });
    });
    router.post('/siteverify', express.urlencoded({ extended: false }), (req, res) => {
      if (this.fault === 'down') res.sendStatus(503);
      else if (this.fault === 'nested') res.type('json').send(NESTED_VERDICT);
      else res.json(this.#verdict(req.body));
    });
    return router;
  }

  #verdict(body: unknown) {
    const request = verifyRequest.safeParse(body);
    if (!request.success) return refused('bad-request');
    const { secret, response } = request.data;
    if (secret !== SECRET_KEY) return refused('invalid-input-secret');
    return this.#tokens.delete(response) ? { success: true } : refused('timeout-or-duplicate');
  }
}

const NESTED_VERDICT = `{"success":true,"more":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;

const refused = (code: string) => ({ success: false, 'error-codes': [code] });
