import { Router } from 'express';
import { type PaymentHelp, paymentHelpQuestion } from '#shared/contracts/payment-help';
import { LOOK_UPS, parse, type RateLimiter } from '../http';
import type { PaymentContext } from '../payments';
import { helpWithPayment } from './help-with-payment';

/** A POST although it changes nothing, so that no number ever stands in an address or a log. */
export function paymentHelpRoutes(context: PaymentContext, limiter: RateLimiter): Router {
  const router = Router();

  router.post('/api/payment-help', async (req, res) => {
    const question = parse(paymentHelpQuestion, req.body);
    await limiter.countFrom(req.ip, LOOK_UPS);
    const help: PaymentHelp = await helpWithPayment(context, limiter, question);
    res.set('Cache-Control', 'no-store').json(help);
  });

  return router;
}
