import { StripeApiError } from './api-error';
import { STRIPE_SANDBOX_PUBLISHABLE_KEY, STRIPE_SANDBOX_SECRET_KEY } from './credentials';

/** A server with the secret key, or a browser with the publishable one. */
export type Caller = 'server' | 'browser';

/** @param key from the `Authorization` header or, as browsers send it, the parameter `key` */
export function callerOf(key: string | undefined): Caller {
  if (key === STRIPE_SANDBOX_SECRET_KEY) return 'server';
  if (key === STRIPE_SANDBOX_PUBLISHABLE_KEY) return 'browser';
  throw new StripeApiError(401, { type: 'invalid_request_error', message: refusalOf(key) });
}

export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
}

export function refuseBrowser(caller: Caller): void {
  if (caller === 'server') return;
  throw new StripeApiError(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message:
      'This API call cannot be made with a publishable API key. Please use a secret API key.',
  });
}

function refusalOf(key: string | undefined): string {
  if (key === undefined) {
    return "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').";
  }
  return `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`;
}
