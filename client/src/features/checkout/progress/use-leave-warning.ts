import { useEffect } from 'react';

interface LeaveWarning {
  text: string;
  /** True when a script may navigate to another site and back, which does not count as leaving. */
  mayBeSentAway: boolean;
}

/** Reports who starts a navigation; missing in older browsers. */
const navigationApi = (): Navigation | undefined => window.navigation;

/**
 * Makes the browser warn before it leaves the page; most show their own text instead of this one.
 */
export function useLeaveWarning(isActive: boolean, { text, mayBeSentAway }: LeaveWarning): void {
  useEffect(() => {
    if (!isActive) return;
    // Browsers that do not report who navigates never warn: the next page may be the bank's.
    let isSentAway = mayBeSentAway && !navigationApi();
    const noteNavigation = ({ destination, userInitiated }: NavigateEvent) => {
      isSentAway = mayBeSentAway && !destination.sameDocument && !userInitiated;
    };
    const warn = (event: BeforeUnloadEvent) => {
      if (isSentAway) return;
      event.preventDefault();
      event.returnValue = text;
    };
    navigationApi()?.addEventListener('navigate', noteNavigation);
    window.addEventListener('beforeunload', warn);
    return () => {
      navigationApi()?.removeEventListener('navigate', noteNavigation);
      window.removeEventListener('beforeunload', warn);
    };
  }, [isActive, text, mayBeSentAway]);
}
