/**
 * By then the voter is told that the card payment could not be prepared. The card provider
 * may be asked twice within it; the browser waits no longer for the answer.
 */
export const CARD_SETUP_TIMEOUT_MS = 20_000;
