import express, { type Request, type RequestHandler } from 'express';
import type { Registry } from '#server/room';
import { type PaymentContext, providersOf } from '../context';
import type { RawWebhook } from '../providers/provider';
import { WebhookReceiver } from './receive-webhook';

const MAX_CALLBACK = '32kb';
/** A card event contains the whole object it is about. */
const MAX_CARD_EVENT = '256kb';

/** Must be mounted before the JSON parser, because signatures are verified on the raw body. */
export function registerWebhooks(
  { api }: Registry,
  { payments: context }: { payments: PaymentContext },
): void {
  for (const provider of providersOf(context)) {
    const path = `/api/webhooks/${provider.name}`;
    const limit = provider === context.cards ? MAX_CARD_EVENT : MAX_CALLBACK;
    api.router.use(path, express.raw({ type: () => true, limit }));
    const receiver = new WebhookReceiver(context, provider);
    const receive: RequestHandler = async (req, res) => {
      await receiver.receive(rawWebhook(req), req.ip);
      res.json({ received: true });
    };
    // The method is configured in the provider's dashboard.
    for (const method of ['GET', 'POST', 'PUT'] as const) {
      api.mount(method, path, receive);
      api.mount(method, `${path}/:suffix`, receive);
    }
  }
}

const rawWebhook = (req: Request): RawWebhook => ({
  method: req.method,
  pathSuffix: typeof req.params.suffix === 'string' ? req.params.suffix : null,
  query: req.query,
  headers: req.headers,
  body: Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0),
});
