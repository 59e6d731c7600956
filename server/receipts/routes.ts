import type { Database } from '../db/client';
import { type Api, LOOK_UPS, type RateLimiter } from '../http';
import { findReceipt, lookUpReceipts } from './receipts';

interface ReceiptDeps {
  db: Database;
  phoneHashKey: string;
  limiter: RateLimiter;
}

export function receiptRoutes(api: Api, { db, phoneHashKey, limiter }: ReceiptDeps): void {
  api.serve('GET /api/payment/receipt/:receiptCode', async ({ params, res }) => {
    res.set('Cache-Control', 'no-store');
    return findReceipt(db, params.receiptCode);
  });
  api.serve('POST /api/receipts/lookup', async ({ body, req, res }) => {
    await limiter.countFrom(req.ip, LOOK_UPS);
    res.set('Cache-Control', 'no-store');
    return lookUpReceipts(db, body, phoneHashKey);
  });
}
