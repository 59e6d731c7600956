import express, { type Router } from 'express';
import { z } from 'zod';
import { PAGE_POLICY, pageHeaders } from '#sandbox/page/headers';
import { languageOf } from '#sandbox/page/language';
import { pageStyle } from '#sandbox/page/style';
import { renderPhonePage, type TestNumber } from './page/html';
import { phoneScript } from './page/script';
import type { Phone } from './phone';

const text = z.string().optional().catch(undefined);
const numberQuery = z.object({ number: text });
const pageQuery = z.object({ number: text, open: text, lang: text });

/** JSON only, which a form on another site cannot send. */
const answerBody = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('approve'), pin: z.string().regex(/^\d{4}$/) }),
  z.object({ answer: z.literal('decline') }),
]);

/**
 * The page on which a demo user acts as the owner of every phone.
 * @param testNumbers the numbers that currently take precedence over the endings
 */
export function phoneRoutes(
  phone: Phone,
  brand: string,
  testNumbers: () => readonly TestNumber[],
): Router {
  const router = express.Router();
  const shownTo = (number: string | undefined) => {
    const isShown = (one: { number: string }) => !number || one.number === number;
    return {
      prompts: phone.prompts().filter(isShown),
      messages: phone.messages().filter(isShown),
    };
  };
  router.use(pageHeaders);
  router.get('/', (req, res) => {
    const query = pageQuery.parse(req.query);
    const page = renderPhonePage({
      base: req.baseUrl,
      language: languageOf(req),
      brand,
      query,
      ...shownTo(query.number),
      testNumbers: testNumbers(),
    });
    res.set('content-security-policy', PAGE_POLICY).type('html').send(page);
  });
  router.get('/phone.js', (_req, res) => {
    res.type('js').send(phoneScript);
  });
  router.get('/phone.css', (_req, res) => {
    res.type('css').send(pageStyle);
  });

  router.get('/prompts', (req, res) => {
    const { number } = numberQuery.parse(req.query);
    res.json({ now: Date.now(), ...shownTo(number) });
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
