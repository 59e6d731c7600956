import { createHmac } from 'node:crypto';
import { STRIPE_SANDBOX_WEBHOOK_SECRET } from './credentials';

/**
 * - `stale`: validly signed, an hour ago
 * - `rotated`: one signature with an old secret, then one with ours, as during a change of secrets
 * - the others are what an attacker would send
 */
export type WebhookSignature =
  | 'valid'
  | 'rotated'
  | 'stale'
  | 'wrong-secret'
  | 'old-scheme'
  | 'missing';

const STALE_S = 3_600;

/** The `Stripe-Signature` header of this body; null when it must be omitted. */
export function signatureOf(body: string, kind: WebhookSignature): string | null {
  const now = Math.floor(Date.now() / 1_000);
  const at = kind === 'stale' ? now - STALE_S : now;
  const ours = hmac(STRIPE_SANDBOX_WEBHOOK_SECRET, at, body);
  const others = hmac('whsec_ofSomebodyElse', at, body);
  switch (kind) {
    case 'valid':
    case 'stale':
      return `t=${at},v1=${ours}`;
    case 'rotated':
      return `t=${at},v1=${others},v1=${ours}`;
    case 'wrong-secret':
      return `t=${at},v1=${others}`;
    case 'old-scheme':
      return `t=${at},v0=${ours}`;
    case 'missing':
      return null;
  }
}

/** The secret is used as text, including its `whsec_`. */
function hmac(secret: string, at: number, body: string): string {
  return createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
}
