import { useEffect } from 'react';

interface LeaveWarning {
  text: string;
  /** A script may send the voter to another site and back; that is not leaving. */
  mayBeSentAway: boolean;
}

/** Tells who starts a navigation; missing in older browsers. */
const navigationApi = (): Navigation | undefined => window.navigation;

/** The browser warns before it leaves the page; most show their own text instead of this one. */
export function useLeaveWarning(isActive: boolean, { text, mayBeSentAway }: LeaveWarning): void {
  useEffect(() => {
    if (!isActive) return;
    // Browsers that cannot tell who navigates do not warn: the bank's page may come next.
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
