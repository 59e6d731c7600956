/**
 * What the application needs to use the sandbox instead of the real provider. Not secrets: they
 * open nothing but the sandbox, which is never mounted in production.
 */
export const MTN_MOMO_SANDBOX_SUBSCRIPTION_KEY = 'sandbox-collections-subscription-key';
export const MTN_MOMO_SANDBOX_API_USER = '5b1c0c6e-3f0a-4d7e-9c55-6a1f2b7d9e10';
export const MTN_MOMO_SANDBOX_API_KEY = 'sandbox-api-key';

/** Cameroon's live environment, so that the demo asks for XAF and rings the demo phone. */
export const MTN_MOMO_SANDBOX_TARGET_ENVIRONMENT = 'mtncameroon';

/** Where the protocol is served below the application's own address. */
export const MTN_MOMO_SANDBOX_PATH = '/sandbox/mtn-momo';
