/** How long the pointer hovers before the first tooltip opens, in ms. */
export const OPEN_DELAY_MS = 700;
/** Within this time in ms after a tooltip closed, the next opens at once. */
export const SKIP_DELAY_MS = 300;

/** @param sinceLastShownMs 0 while a tooltip is open, Infinity before the first */
export const tooltipDelay = (sinceLastShownMs: number): number =>
  sinceLastShownMs < SKIP_DELAY_MS ? 0 : OPEN_DELAY_MS;
