import { AppError } from '../../errors';
import { checkLeased } from '../checks/check-payment';
import { recordHint } from '../checks/record-hint';
import type { PaymentContext } from '../context';
import type { PaymentProvider, RawWebhook } from '../providers/provider';

/**
 * Stores that a payment wants a check, then checks it. Returns once
 * stored; a repeat of the same claim adds nothing. What the webhook says is never believed.
 *
 * @throws AppError 400 or 401 when it is forged or unreadable
 */
export async function receiveWebhook(
  context: PaymentContext,
  provider: PaymentProvider,
  webhook: RawWebhook,
): Promise<void> {
  const { logger, background } = context;
  const reading = await provider.readWebhook(webhook);
  if (reading.outcome === 'refused') {
    // A wrong key makes every real callback look like this: worth an operator's attention.
    logger.warn({ provider: provider.name, alarm: 'webhook-refused' }, 'webhook refused');
    throw new AppError(reading.status, 'webhook-refused', 'The signature is not valid');
  }
  if (reading.outcome === 'irrelevant') {
    logger.info({ provider: provider.name, ...reading.evidence }, 'webhook ignored');
    return;
  }
  const { hint } = reading;
  const hinted = await recordHint(context, provider, hint, 'webhook');
  if (hinted === null) {
    logger.warn({ provider: provider.name, ...hint.evidence }, 'webhook about an unknown payment');
  } else if (hinted.isLeased) {
    background.run('check after a webhook', () => checkLeased(context, hinted.payment, 'webhook'));
  }
}
