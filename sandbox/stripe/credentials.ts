/**
 * What the application needs to use the sandbox instead of the real provider. Not secrets: they
 * open nothing but the sandbox, which is never mounted in production.
 */
export const STRIPE_SANDBOX_SECRET_KEY = 'sk_test_51SandboxForDemoAndTestsOpensNothingElse';
export const STRIPE_SANDBOX_PUBLISHABLE_KEY = 'pk_test_51SandboxForDemoAndTestsOpensNothingElse';
export const STRIPE_SANDBOX_WEBHOOK_SECRET = 'whsec_SandboxForDemoAndTestsSignsNothingElse';

/** The script that takes the place of Stripe.js in the browser. */
export const STRIPE_SANDBOX_SCRIPT_PATH = '/sandbox/stripe/stripe.js';

/** Where a bank's page is played when a payment has to leave the site. */
export const CHALLENGE_PATH = '/sandbox/stripe/challenge';
