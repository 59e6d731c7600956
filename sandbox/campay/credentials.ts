/**
 * Credentials with which the application uses the sandbox instead of the real provider. Not secret:
 * they only give access to the sandbox, which is never mounted in production.
 */
export const CAMPAY_SANDBOX_USERNAME = 'sandbox-application';
export const CAMPAY_SANDBOX_PASSWORD = 'sandbox-password';
export const CAMPAY_SANDBOX_PERMANENT_TOKEN = 'sandbox-permanent-token';
export const CAMPAY_SANDBOX_WEBHOOK_KEY = 'sandbox-webhook-key-for-campay-callbacks';

/** Path of the protocol, below the application's address. */
export const CAMPAY_SANDBOX_PATH = '/sandbox/campay/api';
