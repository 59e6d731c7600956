/**
 * Credentials with which the application uses the sandbox instead of the real provider. Not secret:
 * they only give access to the sandbox, which is never mounted in production.
 */
export const STRIPE_SANDBOX_SECRET_KEY = 'sk_test_51SandboxForDemoAndTestsOpensNothingElse';
export const STRIPE_SANDBOX_PUBLISHABLE_KEY = 'pk_test_51SandboxForDemoAndTestsOpensNothingElse';
export const STRIPE_SANDBOX_WEBHOOK_SECRET = 'whsec_SandboxForDemoAndTestsSignsNothingElse';

/** The script that replaces Stripe.js in the browser. */
export const STRIPE_SANDBOX_SCRIPT_PATH = '/sandbox/stripe/stripe.js';

/** Path of the simulated bank's page, for payments that have to leave the site. */
export const CHALLENGE_PATH = '/sandbox/stripe/challenge';
