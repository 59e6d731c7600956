import express, { type Request, Router } from 'express';
import { type PaymentContext, providersOf } from '../context';
import type { RawWebhook } from '../providers/provider';
import { receiveWebhook } from './receive-webhook';

const MAX_CALLBACK = '32kb';
/** A card event carries the whole object it is about. */
const MAX_CARD_EVENT = '256kb';

/** Mounted before the JSON parser: signatures are checked on the raw body. */
export function webhookRoutes(context: PaymentContext): Router {
  const router = Router();

  for (const provider of providersOf(context)) {
    const path = `/api/webhooks/${provider.name}`;
    const limit = provider === context.cards ? MAX_CARD_EVENT : MAX_CALLBACK;
    router.use(path, express.raw({ type: () => true, limit }));
    // The provider's dashboard decides which method it uses.
    for (const method of ['get', 'post', 'put'] as const) {
      router[method]([path, `${path}/:suffix`], async (req, res) => {
        await receiveWebhook(context, provider, rawWebhook(req));
        res.json({ received: true });
      });
    }
  }

  return router;
}

const rawWebhook = (req: Request): RawWebhook => ({
  method: req.method,
  pathSuffix: typeof req.params.suffix === 'string' ? req.params.suffix : null,
  query: req.query,
  headers: req.headers,
  body: Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0),
});
