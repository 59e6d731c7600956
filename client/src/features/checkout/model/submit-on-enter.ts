import type { KeyboardEvent } from 'react';

/** A disabled button swallows Enter; the voter should rather read what is missing. */
export function submitOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  // Safari before 16 has no requestSubmit; these forms check their fields themselves.
  event.currentTarget.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
}
