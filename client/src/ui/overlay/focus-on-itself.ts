/** Time in ms after which a closing overlay has returned the focus. */
export const AFTER_OVERLAY_MS = 50;

/**
 * Focuses a Radix dialog that opens: its name and description are announced, and an extra key press
 * activates nothing in it.
 */
export function focusOnItself(event: Event): void {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  event.preventDefault();
  event.currentTarget.focus();
}
