import express, { type Router } from 'express';
import { z } from 'zod';
import { renderPhonePage, type TestNumber } from './page/html';
import { languageOf } from './page/language';
import { phoneScript } from './page/script';
import { phoneStyle } from './page/style';
import type { Phone } from './phone';

/** Nothing inline and nothing from elsewhere: the page needs no exception. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const numberQuery = z.object({ number: z.string().optional().catch(undefined) });

/** JSON only: a form on another site cannot send it. */
const answerBody = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('approve'), pin: z.string().regex(/^\d{4}$/) }),
  z.object({ answer: z.literal('decline') }),
]);

/**
 * The page on which a demo user plays the owner of every phone.
 * @param testNumbers the numbers that come before the endings now
 */
export function phoneRoutes(
  phone: Phone,
  brand: string,
  testNumbers: () => readonly TestNumber[],
): Router {
  const router = express.Router();
  router.use((_req, res, next) => {
    res.set({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    next();
  });

  router.get('/', (req, res) => {
    res.set('content-security-policy', CONTENT_SECURITY_POLICY);
    const page = { base: req.baseUrl, language: languageOf(req), brand };
    res.type('html').send(renderPhonePage({ ...page, testNumbers: testNumbers() }));
  });
  router.get('/phone.js', (_req, res) => {
    res.type('js').send(phoneScript);
  });
  router.get('/phone.css', (_req, res) => {
    res.type('css').send(phoneStyle);
  });

  router.get('/prompts', (req, res) => {
    const { number } = numberQuery.parse(req.query);
    const isShown = (one: { number: string }) => number === undefined || one.number === number;
    res.json({
      now: Date.now(),
      prompts: phone.prompts().filter(isShown),
      messages: phone.messages().filter(isShown),
    });
  });
  router.post('/prompts/:id/answer', express.json({ limit: '1kb' }), (req, res) => {
    const parsed = answerBody.safeParse(req.body);
    if (!parsed.success) {
      res.status(400).json({ message: 'a PIN of four digits, or a refusal' });
      return;
    }
    const isAnswered = phone.answer(req.params.id, parsed.data.answer);
    res.sendStatus(isAnswered ? 204 : 404);
  });
  return router;
}
