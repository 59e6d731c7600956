import { useRef } from 'react';

/**
 * Handlers for a Radix dialog without a trigger of its own: on closing, the focus goes back to what
 * had it before, unless something else, such as a new page's heading, has taken it meanwhile.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault(); // Radix would look for its trigger
      const isFocusLost = document.activeElement === document.body;
      if (isFocusLost && opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
