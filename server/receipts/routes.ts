import type { Database } from '../db/client';
import { AppError } from '../errors';
import type { Api, Devices, LookUps } from '../http';
import { findReceipt, lookUpReceipts } from './receipts';

interface ReceiptDeps {
  db: Database;
  phoneHashKey: string;
  lookUps: LookUps;
  devices: Devices;
}

export function receiptRoutes(api: Api, { db, phoneHashKey, lookUps, devices }: ReceiptDeps): void {
  api.serve('GET /api/payment/receipt/:receiptCode', async ({ params, req, res }) => {
    const caller = devices.callerOf(req);
    lookUps.admitCode(caller);
    res.set('Cache-Control', 'no-store');
    return findReceipt(db, params.receiptCode).catch((error: unknown) => {
      if (error instanceof AppError && error.status === 404) lookUps.noteUnknownCode(caller);
      throw error;
    });
  });
  api.serve('POST /api/receipts/lookup', async ({ body, req, res }) => {
    const identity = 'email' in body ? body.email.toLowerCase() : body.phoneNumber;
    await lookUps.admit(devices.callerOf(req), identity);
    res.set('Cache-Control', 'no-store');
    const found = await lookUpReceipts(db, body, phoneHashKey);
    if (found.receipts.length === 0) await lookUps.noteMiss();
    return found;
  });
}
