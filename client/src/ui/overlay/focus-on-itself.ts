/** After so long an overlay that goes has handed the focus back. */
export const AFTER_OVERLAY_MS = 50;

/**
 * For a Radix dialog that opens: its name and description are read out, and a key that was pressed
 * once too often presses nothing in it.
 */
export function focusOnItself(event: Event): void {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  event.preventDefault();
  event.currentTarget.focus();
}
