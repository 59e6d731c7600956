/**
 * Credentials with which the application uses the sandbox instead of the real provider. Not secret:
 * they only give access to the sandbox, which is never mounted in production.
 */
export const FAPSHI_SANDBOX_API_USER = '0f6d6a3e-7c1b-4a52-9a0e-5f2f8a8f1c11';
export const FAPSHI_SANDBOX_API_KEY = 'FAK_TEST_sandbox';
export const FAPSHI_SANDBOX_WEBHOOK_SECRET = 'sandbox-webhook-secret-for-fapshi';

/** Path of the protocol, below the application's address. */
export const FAPSHI_SANDBOX_PATH = '/sandbox/fapshi';
