import { type Api, LOOK_UPS, type RateLimiter } from '../http';
import type { PaymentContext } from '../payments';
import { helpWithPayment } from './help-with-payment';

/** A POST although it changes nothing, so that no number ever stands in an address or a log. */
export function paymentHelpRoutes(api: Api, context: PaymentContext, limiter: RateLimiter): void {
  api.serve('POST /api/payment-help', async ({ body, req, res }) => {
    await limiter.countFrom(req.ip, LOOK_UPS);
    res.set('Cache-Control', 'no-store');
    return helpWithPayment(context, limiter, body);
  });
}
