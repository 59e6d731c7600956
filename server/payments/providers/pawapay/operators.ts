import { z } from 'zod';
import {
  isWalletOperator,
  type Msisdn,
  nationalOf,
  operatorOf,
  type WalletOperator,
} from '#shared/domain/phone';
import { evidenceOf, type ProviderRequest, type ProviderResponse } from '../http/provider-http';
import type { Acceptance, OperatorAvailability } from '../provider';

export type Call = (request: ProviderRequest) => Promise<ProviderResponse>;

/** What pawaPay calls a provider: an operator's wallets in one country. */
export type WalletCode = 'MTN_MOMO_CMR' | 'ORANGE_CMR';

const CODE_OF: Readonly<Record<WalletOperator, WalletCode>> = {
  mtn: 'MTN_MOMO_CMR',
  orange: 'ORANGE_CMR',
};

/** @returns null for a wallet outside Cameroon, or of another operator */
export const operatorOfCode = (code: string | null): WalletOperator | null =>
  code === CODE_OF.mtn ? 'mtn' : code === CODE_OF.orange ? 'orange' : null;

const prediction = z.object({ provider: z.string().max(40) });

/**
 * Chooses the wallets that a deposit is taken from, which pawaPay does not do itself. It predicts
 * them for a number whose prefix we do not know; both are right for all but the few numbers that
 * changed their operator.
 * @returns the refusal of the payment when there are none, or when pawaPay does not respond
 */
export async function walletCodeOf(
  call: Call,
  phone: Msisdn,
): Promise<WalletCode | Extract<Acceptance, { outcome: 'refused' }>> {
  const known = operatorOf(nationalOf(phone));
  if (isWalletOperator(known)) return CODE_OF[known];
  const answer = await call({
    method: 'POST',
    path: '/v2/predict-provider',
    json: { phoneNumber: phone },
    // Changes nothing, so it may be repeated.
    retries: 1,
  });
  const { data: predicted } = prediction.safeParse(answer.status === 200 ? answer.body : null);
  const operator = operatorOfCode(predicted?.provider ?? null);
  if (operator !== null) return CODE_OF[operator];
  const isUnsupported = predicted !== undefined || answer.status === 400;
  return {
    outcome: 'refused',
    reason: isUnsupported ? 'unsupported-operator' : 'unavailable',
    // Only the operator was asked for; no deposit was requested.
    isUnsent: true,
    evidence: { ...evidenceOf(answer), predictedProvider: predicted?.provider ?? null },
  };
}

const STATES = { OPERATIONAL: 'well', DELAYED: 'slow', CLOSED: 'down' } as const;

const countries = z.array(
  z.object({
    country: z.string(),
    providers: z.array(
      z.object({
        provider: z.string(),
        operationTypes: z.array(
          z.object({
            operationType: z.string(),
            // A state that we do not know says nothing.
            status: z.enum(['OPERATIONAL', 'DELAYED', 'CLOSED']).nullable().catch(null),
          }),
        ),
      }),
    ),
  }),
);

/** Asks how well deposits from each operator work now, as pawaPay's staff sees it. */
export async function askAvailability(call: Call): Promise<OperatorAvailability | null> {
  const answer = await call({
    method: 'GET',
    path: '/v2/availability?country=CMR&operationType=DEPOSIT',
    retries: 1,
  });
  const { data } = countries.safeParse(answer.status === 200 ? answer.body : null);
  if (!data) return null;
  const found: OperatorAvailability = {};
  for (const { provider, operationTypes } of data.flatMap(({ providers }) => providers)) {
    const operator = operatorOfCode(provider);
    const status = operationTypes.find(({ operationType }) => operationType === 'DEPOSIT')?.status;
    if (operator && status) found[operator] = STATES[status];
  }
  return Object.keys(found).length > 0 ? found : null;
}
