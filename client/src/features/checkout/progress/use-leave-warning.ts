import { useEffect } from 'react';

/** The browser asks before it leaves the page; most show a text of their own instead of ours. */
export function useLeaveWarning(isActive: boolean, text: string): void {
  useEffect(() => {
    if (!isActive) return;
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      event.returnValue = text;
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isActive, text]);
}
