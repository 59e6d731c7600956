import * as campay from './campay/credentials';
import * as fapshi from './fapshi/credentials';
import * as mtnMomo from './mtn-momo/credentials';
import * as pawapay from './pawapay/credentials';
import * as stripe from './stripe/credentials';

/**
 * Environment of an application that uses the sandboxes of the payment providers.
 * @param origin where the sandbox is mounted, such as http://127.0.0.1:3000
 */
export const sandboxEnvironment = (origin: string): Readonly<Record<string, string>> => ({
  STRIPE_SECRET_KEY: stripe.STRIPE_SANDBOX_SECRET_KEY,
  STRIPE_PUBLISHABLE_KEY: stripe.STRIPE_SANDBOX_PUBLISHABLE_KEY,
  STRIPE_WEBHOOK_SECRET: stripe.STRIPE_SANDBOX_WEBHOOK_SECRET,
  STRIPE_API_BASE: origin,
  CAMPAY_BASE_URL: `${origin}${campay.CAMPAY_SANDBOX_PATH}`,
  CAMPAY_USERNAME: campay.CAMPAY_SANDBOX_USERNAME,
  CAMPAY_PASSWORD: campay.CAMPAY_SANDBOX_PASSWORD,
  CAMPAY_WEBHOOK_KEY: campay.CAMPAY_SANDBOX_WEBHOOK_KEY,
  FAPSHI_BASE_URL: `${origin}${fapshi.FAPSHI_SANDBOX_PATH}`,
  FAPSHI_API_USER: fapshi.FAPSHI_SANDBOX_API_USER,
  FAPSHI_API_KEY: fapshi.FAPSHI_SANDBOX_API_KEY,
  FAPSHI_WEBHOOK_SECRET: fapshi.FAPSHI_SANDBOX_WEBHOOK_SECRET,
  MTN_MOMO_BASE_URL: `${origin}${mtnMomo.MTN_MOMO_SANDBOX_PATH}`,
  MTN_MOMO_SUBSCRIPTION_KEY: mtnMomo.MTN_MOMO_SANDBOX_SUBSCRIPTION_KEY,
  MTN_MOMO_API_USER: mtnMomo.MTN_MOMO_SANDBOX_API_USER,
  MTN_MOMO_API_KEY: mtnMomo.MTN_MOMO_SANDBOX_API_KEY,
  MTN_MOMO_TARGET_ENVIRONMENT: mtnMomo.MTN_MOMO_SANDBOX_TARGET_ENVIRONMENT,
  PAWAPAY_BASE_URL: `${origin}${pawapay.PAWAPAY_SANDBOX_PATH}`,
  PAWAPAY_API_TOKEN: pawapay.PAWAPAY_SANDBOX_API_TOKEN,
  PAWAPAY_SIGNED_CALLBACKS: pawapay.PAWAPAY_SANDBOX_SIGNED_CALLBACKS,
});
