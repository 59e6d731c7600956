/**
 * Credentials with which the application uses the sandbox instead of the real provider. Not secret:
 * they only give access to the sandbox, which is never mounted in production.
 */
export const MTN_MOMO_SANDBOX_SUBSCRIPTION_KEY = 'sandbox-collections-subscription-key';
export const MTN_MOMO_SANDBOX_API_USER = '5b1c0c6e-3f0a-4d7e-9c55-6a1f2b7d9e10';
export const MTN_MOMO_SANDBOX_API_KEY = 'sandbox-api-key';

/** Cameroon's live environment, so that the demo uses XAF and the demo phone. */
export const MTN_MOMO_SANDBOX_TARGET_ENVIRONMENT = 'mtncameroon';

/** Path of the protocol, below the application's address. */
export const MTN_MOMO_SANDBOX_PATH = '/sandbox/mtn-momo';
