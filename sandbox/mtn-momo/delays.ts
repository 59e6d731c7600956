import {
  HOUR,
  MINUTE,
  SECOND,
  WALLET_DELAYS,
  type WalletDelays,
} from '#sandbox/mobile-money/delays';

export interface MtnMomoDelays extends WalletDelays {
  /** How long the provider's "ongoing" test number stays pending before it pays, in ms. */
  ongoingAfterMs: number;
  /** Lifetime of a token, in ms. */
  tokenLifetimeMs: number;
}

export const DEFAULT_DELAYS: Readonly<MtnMomoDelays> = {
  ...WALLET_DELAYS,
  // The payment expires with its prompt: the payer has five minutes.
  expireAfterMs: 5 * MINUTE,
  ongoingAfterMs: 30 * SECOND,
  tokenLifetimeMs: HOUR,
};
