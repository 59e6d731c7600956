import type { Request, Response } from 'express';
import type { Config } from '#server/config/index';
import type { Database } from '#server/db/client';
import { AppError, notFound } from '#server/errors';
import {
  acceptedLanguage,
  type Devices,
  type LookUps,
  RECEIPTS_AGAIN_FROM,
} from '#server/http/index';
import { proofOfReceipt } from '#server/open-count/index';
import { type PaymentContext, resendToVoter } from '#server/payments/index';
import { askerOf, type ReceiptPictures } from '#server/pictures/index';
import type { Registry } from '#server/room';
import { findReceipt, lookUpReceipts } from './receipts';

interface HttpCall {
  req: Request;
  res: Response;
}

interface ReceiptDeps {
  db: Database;
  config: { phoneHashKey: string; mail: Pick<Config['mail'], 'isOn'> };
  payments: PaymentContext;
  lookUps: LookUps;
  devices: Devices;
  receiptPictures: ReceiptPictures;
}

export function registerReceipts(
  { api }: Registry,
  {
    db,
    config: { phoneHashKey, mail },
    payments,
    lookUps,
    devices,
    receiptPictures: pictures,
  }: ReceiptDeps,
): void {
  const answerToCode = async <T>({ req, res }: HttpCall, find: () => Promise<T>): Promise<T> => {
    const caller = devices.callerOf(req);
    lookUps.admitCode(caller);
    res.set('Cache-Control', 'no-store');
    return find().catch((error: unknown) => {
      if (error instanceof AppError && error.status === 404) lookUps.noteUnknownCode(caller);
      throw error;
    });
  };
  api.serve('GET /api/payment/receipt/:receiptCode', ({ params, ...call }) =>
    answerToCode(call, () => findReceipt(db, params.receiptCode)),
  );
  api.serve('GET /api/payment/receipt/:receiptCode/picture', async ({ params, query, ...call }) => {
    const asker = askerOf(call.res);
    const receipt = await answerToCode(call, () => findReceipt(db, params.receiptCode));
    // Votes that were withdrawn have no picture for sharing.
    if (receipt.payment.refundedAt !== null) throw notFound('picture');
    const picture = await pictures.get(receipt, query.lang ?? acceptedLanguage(call.req), asker);
    call.res.type('jpeg').set('X-Content-Type-Options', 'nosniff').send(picture);
    return undefined;
  });
  api.serve('GET /api/payment/receipt/:receiptCode/proof', ({ params, ...call }) =>
    answerToCode(call, () => proofOfReceipt(db, params.receiptCode)),
  );
  api.serve('POST /api/payment/receipt/:receiptCode/send', async ({ params, ...call }) => {
    await payments.limiter.countFrom(devices.callerOf(call.req).ip, RECEIPTS_AGAIN_FROM);
    const mailing = { ...payments, sendsMail: mail.isOn };
    await answerToCode(call, () => resendToVoter(mailing, params.receiptCode));
    return undefined;
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
