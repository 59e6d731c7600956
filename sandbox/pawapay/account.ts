import { ok, type Reply } from '#sandbox/faults';
import { operatorOf } from '#sandbox/phone/operators';
import { failed } from './failures';
import type { PawapaySandbox } from './sandbox';
import { LIMITS, WALLETS, walletCodeOf } from './wallets';

const COUNTRY = 'CMR';
const wallets = Object.entries(WALLETS);

/** The account's active configuration: only Cameroon, and only deposits. */
export function activeConfiguration(pawapay: PawapaySandbox): Reply {
  const { switches, merchant, callbackUrl } = pawapay;
  return ok({
    companyName: merchant,
    signatureConfiguration: {
      signedRequestsOnly: false,
      signedCallbacks: switches.signsCallbacks,
    },
    countries: [
      {
        country: COUNTRY,
        displayName: { en: 'Cameroon', fr: 'Cameroun' },
        prefix: '237',
        providers: wallets.map(([provider, operator]) => ({
          provider,
          displayName: operator,
          nameDisplayedToCustomer: merchant,
          currencies: [
            {
              currency: 'XAF',
              displayName: 'FCFA',
              operationTypes: {
                DEPOSIT: {
                  authType: 'PROVIDER_AUTH',
                  pinPrompt: 'AUTOMATIC',
                  pinPromptRevivable: false,
                  minAmount: String(LIMITS.least),
                  maxAmount: String(LIMITS.most),
                  decimalsInAmount: 'NONE',
                  status: switches.operators[operator],
                  callbackUrl,
                },
              },
            },
          ],
        })),
      },
    ],
  });
}

/** @param query parameters that select countries and kinds of operations */
export function availability({ switches }: PawapaySandbox, query: Record<string, unknown>): Reply {
  const { country = COUNTRY, operationType } = query;
  if (country !== COUNTRY) return ok([]);
  const kinds = ['DEPOSIT', 'PAYOUT', 'REFUND'].filter(
    (kind) => operationType === undefined || operationType === kind,
  );
  const providers = wallets.map(([provider, operator]) => ({
    provider,
    operationTypes: kinds.map((kind) => ({
      operationType: kind,
      status: kind === 'DEPOSIT' ? switches.operators[operator] : 'OPERATIONAL',
    })),
  }));
  return ok([{ country: COUNTRY, providers }]);
}

/** Reads any notation of a number, and predicts the wallets by its range. */
export function predictProvider(body: unknown): Reply {
  const written = typeof body === 'object' && body !== null && 'phoneNumber' in body;
  if (!written) return failed('MISSING_PARAMETER', "'phoneNumber' is missing");
  const number = String(body.phoneNumber).replace(/\D/g, '');
  const operator = operatorOf(number);
  return operator === null
    ? failed('INVALID_PARAMETER', 'The phone number matches no provider')
    : ok({ country: COUNTRY, provider: walletCodeOf(operator), phoneNumber: number });
}
