import { describeContract, type ProviderFacts } from './contract';

/** From its published collection and from answers observed in the wild. */
const campay: ProviderFacts = {
  name: 'campay',
  operators: ['mtn', 'orange'],
  sandbox: (app) => app.campay,
  referenceOf: (app, paymentId) =>
    app.campay.transactions().find(({ externalReference }) => externalReference === paymentId)
      ?.reference,
  endpoints: { request: 'collect', status: 'transaction' },
  tokens: { endpoint: 'token', expireAll: (app) => app.campay.expireTokens() },
  forgedWebhook: 'refused',
  reasons: [
    // Orange's, as observed.
    ['Initiatee not found', 'no-wallet'],
    // MTN's, passed on.
    ['PAYEE_NOT_FOUND', 'unavailable'],
    ['PAYER_NOT_FOUND', 'no-wallet'],
    ['APPROVAL_REJECTED', 'declined'],
    ['NOT_ENOUGH_FUNDS', 'insufficient-funds'],
    ['PAYER_LIMIT_REACHED', 'limit-reached'],
    ['COULD_NOT_PERFORM_TRANSACTION', 'expired'],
    ['EXPIRED', 'expired'],
    ['INTERNAL_PROCESSING_ERROR', 'unknown'],
    // No list is published: phrases that leave no doubt.
    ['Insufficient balance', 'insufficient-funds'],
    ['Daily limit exceeded', 'limit-reached'],
    ['Transaction cancelled by the user', 'declined'],
    ['Request timed out', 'expired'],
    ['Subscriber not registered', 'no-wallet'],
  ],
  wrongPin: { text: 'Wrong PIN entered' },
  refusals: [
    ['ER101', 400, { message: 'Invalid phone number', error_code: 'ER101' }, 'no-wallet'],
    ['ER102', 400, { message: 'Unsupported carrier', error_code: 'ER102' }, 'unsupported-operator'],
    [
      'ER201',
      400,
      { message: 'Minimum amount for Orange is 10.00', error_code: 'ER201' },
      'unavailable',
    ],
    ['ER301', 400, { message: 'Insufficient balance', error_code: 'ER301' }, 'unavailable'],
    ['a code inside the text', 400, { message: 'ER102: carrier' }, 'unsupported-operator'],
    ...[200, 400, 429, 503].map(
      (status) =>
        [
          `a number prompted a moment ago, with ${status}`,
          status,
          { message: 'Rate limit per Phone number exceeded. Try again in a minute.' },
          'unavailable',
        ] as const,
    ),
    ['not allowed', 403, { detail: 'Forbidden' }, 'unavailable'],
  ],
  repeatsRequest: false,
};

describeContract(campay);
