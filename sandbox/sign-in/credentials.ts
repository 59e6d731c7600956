/** Where the protocol is served below the application's own address. */
export const SIGN_IN_SANDBOX_PATH = '/sandbox/oidc';

/** Not secrets: they open nothing but the sandbox, which is never mounted in production. */
export const SIGN_IN_SANDBOX_CLIENT_ID = 'sandbox-awards';
export const SIGN_IN_SANDBOX_CLIENT_SECRET = 'sandbox-client-secret';

/** As its `acr` where the person has shown a second factor. */
export const SIGN_IN_SANDBOX_SECOND_FACTOR = 'urn:sandbox:second-factor';
