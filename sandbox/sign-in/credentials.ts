/** Path of the protocol, below the application's address. */
export const SIGN_IN_SANDBOX_PATH = '/sandbox/oidc';

/** Not secret: they only give access to the sandbox, which is never mounted in production. */
export const SIGN_IN_SANDBOX_CLIENT_ID = 'sandbox-awards';
export const SIGN_IN_SANDBOX_CLIENT_SECRET = 'sandbox-client-secret';

/** The `acr` value after a second factor. */
export const SIGN_IN_SANDBOX_SECOND_FACTOR = 'urn:sandbox:second-factor';
