import { useEffect } from 'react';

interface LeaveWarning {
  text: string;
  /** True when a script may navigate to another site and back, which does not count as leaving. */
  mayBeRedirected: boolean;
}

/** Reports who starts a navigation; missing in older browsers. */
const navigationApi = (): Navigation | undefined => window.navigation;

/**
 * Makes the browser warn before it leaves the page; most show their own text instead of this one.
 */
export function useLeaveWarning(isActive: boolean, { text, mayBeRedirected }: LeaveWarning): void {
  useEffect(() => {
    if (!isActive) return;
    // Browsers that do not report who navigates never warn: the next page may be the bank's.
    let isRedirected = mayBeRedirected && !navigationApi();
    const noteNavigation = ({ destination, userInitiated }: NavigateEvent) => {
      isRedirected = mayBeRedirected && !destination.sameDocument && !userInitiated;
    };
    const warn = (event: BeforeUnloadEvent) => {
      if (isRedirected) return;
      event.preventDefault();
      event.returnValue = text;
    };
    navigationApi()?.addEventListener('navigate', noteNavigation);
    window.addEventListener('beforeunload', warn);
    return () => {
      navigationApi()?.removeEventListener('navigate', noteNavigation);
      window.removeEventListener('beforeunload', warn);
    };
  }, [isActive, text, mayBeRedirected]);
}
