/**
 * Time after which the voter is told that the card payment could not be prepared, in ms. The card
 * provider may be called twice within it; the browser waits no longer for the response.
 */
export const CARD_SETUP_TIMEOUT_MS = 20_000;
