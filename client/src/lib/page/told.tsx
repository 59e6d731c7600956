import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

/**
 * Told to those who listen as soon as it changes, and not seen. It stands beside the app: in it, all that
 * is around it would be left to the voice as well while a dialog is open.
 */
export function Told({ children }: { children: ReactNode }) {
  const [body, setBody] = useState<HTMLElement | null>(null);
  useEffect(() => setBody(document.body), []);
  const told = (
    <p aria-live="polite" className="sr-only">
      {children}
    </p>
  );
  return body && createPortal(told, body);
}
