import express, { type Request, Router } from 'express';
import type { PaymentContext } from './context';
import type { RawWebhook } from './providers/provider';
import { receiveWebhook } from './receive-webhook';

const MAX_WEBHOOK = '32kb';

/** Mounted before the JSON parser: signatures are checked on the raw body. */
export function webhookRoutes(context: PaymentContext): Router {
  const router = Router();
  const provider = context.mobileMoney;

  if (provider) {
    const path = `/api/webhooks/${provider.name}`;
    router.use(path, express.raw({ type: () => true, limit: MAX_WEBHOOK }));
    // The provider's dashboard decides which method it uses.
    for (const method of ['get', 'post', 'put'] as const) {
      router[method](path, async (req, res) => {
        await receiveWebhook(context, provider, rawWebhook(req));
        res.json({ received: true });
      });
    }
  }

  return router;
}

const rawWebhook = (req: Request): RawWebhook => ({
  method: req.method,
  query: req.query,
  contentType: req.get('content-type'),
  body: Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0),
});
