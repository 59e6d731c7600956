/**
 * Timeout in ms after which the voter sees that the card payment could not be prepared. The server
 * may call the card provider twice within it; the browser waits no longer for the response.
 */
export const CARD_SETUP_TIMEOUT_MS = 20_000;
