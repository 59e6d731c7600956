import { Router } from 'express';
import { receiptCodeParams, receiptLookup } from '#shared/contracts/receipts';
import type { Database } from '../db/client';
import { LOOK_UPS, parse, type RateLimiter } from '../http';
import { findReceipt, lookUpReceipts } from './receipts';

interface ReceiptDeps {
  db: Database;
  phoneHashKey: string;
  limiter: RateLimiter;
}

export function receiptRoutes({ db, phoneHashKey, limiter }: ReceiptDeps): Router {
  const router = Router();

  router.get('/api/payment/receipt/:receiptCode', async (req, res) => {
    const { receiptCode } = parse(receiptCodeParams, req.params);
    res.set('Cache-Control', 'no-store').json(await findReceipt(db, receiptCode));
  });
  router.post('/api/receipts/lookup', async (req, res) => {
    const lookup = parse(receiptLookup, req.body);
    await limiter.countFrom(req.ip, LOOK_UPS);
    res.set('Cache-Control', 'no-store').json(await lookUpReceipts(db, lookup, phoneHashKey));
  });

  return router;
}
