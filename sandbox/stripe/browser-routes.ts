import express, { type Request, type Response, type Router } from 'express';
import { z } from 'zod';
import { pageHeaders } from '#sandbox/page/headers';
import { type Language, languageOf } from '#sandbox/page/language';
import { pageStyle } from '#sandbox/page/style';
import { renderChallengePage, renderClosedChallenge } from './browser/challenge-page';
import { stripeScript } from './browser/script';
import { NO_CAUSE } from './events';
import type { Challenge, PaymentIntent } from './objects';
import type { StripeSandbox } from './sandbox';

const attemptSchema = z.object({ attempt: z.string() });
const answerSchema = attemptSchema.extend({ outcome: z.enum(['approved', 'refused']) });

/** What a browser loads from the provider: its script, and the page of a bank. */
export function stripeBrowserRoutes(stripe: StripeSandbox): Router {
  const router = express.Router();
  router.use(pageHeaders);
  router.get('/stripe.js', (_req, res) => {
    res.set('cross-origin-resource-policy', 'cross-origin').type('js').send(stripeScript);
  });
  router.get('/challenge.css', (_req, res) => {
    res.type('css').send(pageStyle);
  });

  router.get('/challenge', (req, res) => {
    const challenge = findChallenge(stripe, req.query);
    if (!challenge) {
      sendClosed(req, res);
      return;
    }
    const intent = stripe.paymentIntents.find(challenge.payment_intent);
    if (!stripe.paymentIntents.isOpen(challenge)) {
      sendBack(res, challenge, intent);
      return;
    }
    const language = languageOf(req);
    res.set('content-security-policy', policyFor(challenge));
    res.type('html').send(
      renderChallengePage({
        language,
        base: req.baseUrl,
        attempt: challenge.id,
        amount: money(language, intent),
        last4: challenge.payment_method.card.last4,
      }),
    );
  });
  router.post('/challenge', express.urlencoded({ extended: false, limit: '1kb' }), (req, res) => {
    const parsed = answerSchema.safeParse(req.body);
    const challenge = findChallenge(stripe, req.body);
    if (!parsed.success || !challenge) {
      sendClosed(req, res);
      return;
    }
    const isApproved = parsed.data.outcome === 'approved';
    stripe.perform(() => stripe.answerChallengeById(challenge.id, isApproved, NO_CAUSE));
    sendBack(res, challenge, stripe.paymentIntents.find(challenge.payment_intent));
  });
  return router;
}

/** Finds a challenge shown as a page, not as a dialog. */
function findChallenge(stripe: StripeSandbox, fields: unknown): Challenge | null {
  const parsed = attemptSchema.safeParse(fields);
  const challenge = parsed.success ? stripe.records.challenges.get(parsed.data.attempt) : undefined;
  return challenge && challenge.return_url !== null ? challenge : null;
}

function sendClosed(req: Request, res: Response): void {
  const page = renderClosedChallenge(languageOf(req), req.baseUrl);
  res.status(404).set('content-security-policy', policyFor(null)).type('html').send(page);
}

/** Redirects to where the payer came from, with the parameters that the provider adds. */
function sendBack(res: Response, challenge: Challenge, intent: PaymentIntent): void {
  if (challenge.return_url === null) throw new Error('this challenge was shown as a dialog');
  const url = new URL(challenge.return_url);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret);
  const status = intent.status === 'succeeded' ? 'succeeded' : 'failed';
  url.searchParams.set('redirect_status', status);
  res.redirect(303, url.href);
}

/** The form may only redirect to the site. */
function policyFor(challenge: Challenge | null): string {
  const back = challenge?.return_url ? ` ${new URL(challenge.return_url).origin}` : '';
  return [
    "default-src 'none'",
    "style-src 'self'",
    "base-uri 'none'",
    `form-action 'self'${back}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

function money(language: Language, { amount, currency }: PaymentIntent): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
