import { LEDGER_SIGNING_KEY } from './ledger-key';

/**
 * The settings a server needs to start in production, except for its database; its provider is
 * unreachable.
 */
export const PRODUCTION_SETTINGS = {
  PUBLIC_URL: 'https://vote.example',
  TRUST_PROXY: '0',
  SESSION_SECRET: 'a-session-secret-of-32-characters!',
  PHONE_HASH_KEY: 'a-phone-hash-key-of-32-characters!',
  LEDGER_SIGNING_KEY,
  OIDC_ISSUER_URL: 'https://accounts.example',
  OIDC_CLIENT_ID: 'awards',
  OIDC_CLIENT_SECRET: 'client-secret',
  CAMPAY_BASE_URL: 'http://127.0.0.1:1/api',
  CAMPAY_TOKEN: 'token',
  CAMPAY_WEBHOOK_KEY: 'webhook-key',
};
