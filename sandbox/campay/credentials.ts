/**
 * What the application needs to use the sandbox instead of the real provider. Not secrets: they
 * open nothing but the sandbox, which is never mounted in production.
 */
export const CAMPAY_SANDBOX_USERNAME = 'sandbox-application';
export const CAMPAY_SANDBOX_PASSWORD = 'sandbox-password';
export const CAMPAY_SANDBOX_PERMANENT_TOKEN = 'sandbox-permanent-token';
export const CAMPAY_SANDBOX_WEBHOOK_KEY = 'sandbox-webhook-key-for-campay-callbacks';

/** Where the protocol is served below the application's own address. */
export const CAMPAY_SANDBOX_PATH = '/sandbox/campay/api';
