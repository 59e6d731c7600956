import { useEffect } from 'react';

interface LeaveWarning {
  text: string;
  /** A script may send the voter to another site and back; that is not leaving. */
  mayBeSentAway: boolean;
}

/** Tells who starts a navigation; missing in older browsers. */
const navigationApi = (): Navigation | undefined => window.navigation;

/** The browser asks before it leaves the page; most show a text of their own instead of ours. */
export function useLeaveWarning(isActive: boolean, { text, mayBeSentAway }: LeaveWarning): void {
  useEffect(() => {
    if (!isActive) return;
    // Where it cannot be told who navigates, no voter shall be asked on the way to the bank.
    let isSentAway = mayBeSentAway && !navigationApi();
    const noteWhoNavigates = ({ destination, userInitiated }: NavigateEvent) => {
      isSentAway = mayBeSentAway && !destination.sameDocument && !userInitiated;
    };
    const warn = (event: BeforeUnloadEvent) => {
      if (isSentAway) return;
      event.preventDefault();
      event.returnValue = text;
    };
    navigationApi()?.addEventListener('navigate', noteWhoNavigates);
    window.addEventListener('beforeunload', warn);
    return () => {
      navigationApi()?.removeEventListener('navigate', noteWhoNavigates);
      window.removeEventListener('beforeunload', warn);
    };
  }, [isActive, text, mayBeSentAway]);
}
