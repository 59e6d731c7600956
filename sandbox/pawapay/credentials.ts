/**
 * The token with which the application uses the sandbox instead of the real provider. Not secret:
 * it only gives access to the sandbox, which is never mounted in production.
 */
export const PAWAPAY_SANDBOX_API_TOKEN = 'sandbox-token-for-pawapay';
/** The sandbox signs its callbacks. */
export const PAWAPAY_SANDBOX_SIGNED_CALLBACKS = '1';

/** Path of the protocol, below the application's address. */
export const PAWAPAY_SANDBOX_PATH = '/sandbox/pawapay';
