import type { KeyboardEvent } from 'react';

/** A disabled button ignores Enter, but the voter should read what is missing. */
export function submitOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  // Safari before 16 has no requestSubmit; these forms validate their fields themselves.
  event.currentTarget.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
}
