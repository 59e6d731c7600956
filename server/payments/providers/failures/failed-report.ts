import type { Evidence } from '#shared/contracts/payment-events';
import type { ProviderReport } from '../provider';
import { keptWords } from './kept-words';
import { type FailureTable, readFailureReason } from './reasons';

/**
 * Builds the report on a payment that failed, from the provider's reason.
 * @param text as received; only its known words are stored
 */
export function failedReport(
  table: FailureTable,
  text: string | null,
  { providerRef, evidence }: { providerRef: string; evidence: Evidence },
): ProviderReport {
  const reason = readFailureReason(table, text);
  const words = keptWords(text);
  return {
    outcome: 'failed',
    reason: reason ?? 'unknown',
    ...(reason === null && words !== null ? { unknownWords: words } : {}),
    providerRef,
    evidence: { ...evidence, providerReason: words },
  };
}
