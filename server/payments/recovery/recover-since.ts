import type { PaymentContext, Recovery } from '../context';
import { providersOf } from '../context';
import type { NamedRecord, PaymentProvider } from '../providers/provider';
import { StatementError } from '../providers/statements/statement';
import { recoverPayment } from './recover-payment';

/** Called for each payment that was missing from our database, whether or not it was recovered. */
export type OnRecovery = (provider: string, record: NamedRecord, recovery: Recovery) => void;

/**
 * Reads each provider's lists since a time and recovers the payments that our database has lost.
 * @returns the names of the providers that have no lists, or whose lists could not be read to their
 *   end
 */
export async function recoverSince(
  context: PaymentContext,
  since: Date,
  onRecovery: OnRecovery,
): Promise<{ unread: string[]; withoutList: string[] }> {
  const unread: string[] = [];
  const withoutList: string[] = [];
  for (const provider of providersOf(context)) {
    const { name, lists, statement } = provider;
    if (!lists && !statement) withoutList.push(name);
    else if (!(await recoverListed(context, provider, since, onRecovery))) unread.push(name);
  }
  return { unread, withoutList };
}

/** @returns true when its lists were read to their end */
async function recoverListed(
  context: PaymentContext,
  provider: PaymentProvider,
  since: Date,
  onRecovery: OnRecovery,
): Promise<boolean> {
  const until = new Date();
  const seen = new Set<string>();
  const recover = async (record: NamedRecord) => {
    if (record.paymentId === null || seen.has(record.paymentId)) return;
    seen.add(record.paymentId);
    const recovery = await recoverPayment(context, provider, record);
    if (recovery.outcome !== 'known') onRecovery(provider.name, record, recovery);
  };
  let isRead = true;
  try {
    for await (const { kind, ...record } of provider.statement?.(since, until) ?? []) {
      if (kind === 'paid') await recover(record);
    }
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    isRead = false;
  }
  const areRead = await provider.lists?.read(since, until, async (listed) => {
    for (const { hint, reportedState } of listed)
      if (reportedState !== 'failed') await recover(hint);
  });
  return isRead && areRead !== false;
}

/**
 * Recovers one payment from any provider that can be queried by our id alone.
 * @returns null when none of them has it
 */
export async function recoverById(
  context: PaymentContext,
  paymentId: string,
): Promise<{ provider: string; recovery: Recovery } | null> {
  let last: { provider: string; recovery: Recovery } | null = null;
  for (const provider of providersOf(context).filter(({ findsByOurId }) => findsByOurId)) {
    const recovery = await recoverPayment(context, provider, { paymentId, providerRef: null });
    if (recovery.outcome === 'none') continue;
    last = { provider: provider.name, recovery };
    if (recovery.outcome !== 'unanswered') return last;
  }
  return last;
}
