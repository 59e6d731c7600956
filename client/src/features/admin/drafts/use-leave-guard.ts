import { useMutationState } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { navigate as navigateBrowser } from 'wouter/use-browser-location';
import { isSignedOut } from '#client/lib/api/request';

/**
 * True when the browser is about to be redirected to the sign-in, which nothing may block.
 * @param mutationKey first part of the mutation key of every change made in the form
 */
export const useIsSignedOut = (mutationKey: string): boolean =>
  useMutationState({
    filters: { mutationKey: [mutationKey], status: 'error' },
    select: ({ state }) => state.error,
  }).some(isSignedOut);

/** Marks the history entry above the form's, which Back reaches first. */
const GUARD = { isLeaveGuard: true };

const isGuard = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isLeaveGuard' in state;

/** Returns the path of a click on a link within this application; null for every other click. */
function innerDestination(event: MouseEvent): string | null {
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (event.defaultPrevented || event.button !== 0 || hasModifier) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download')) return null;
  const { origin, pathname, search } = new URL(link.href, window.location.href);
  // Paths of the server are full page loads, for which the browser itself asks.
  if (origin !== window.location.origin || pathname.startsWith('/api/')) return null;
  return `${pathname}${search}`;
}

/** Destination after leaving the form: a path, or a step in the history. */
type Destination = { path: string } | 'back';

/**
 * Asks for confirmation before unsaved work is left: by the browser when the page is closed or
 * reloaded, by `isAsking` for links and the Back button.
 * @param onClose closes the dialog that contains the form: Back then leaves only the dialog
 */
export function useLeaveGuard(isActive: boolean, onClose?: () => void) {
  const [, navigate] = useLocation();
  const [destination, setDestination] = useState<Destination | null>(null);
  const active = useRef(isActive);
  const isLeaving = useRef(false);

  useEffect(() => {
    active.current = isActive;
    if (!isActive) return;
    if (!isGuard(window.history.state)) navigateBrowser(window.location.href, { state: GUARD });
    const warn = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current) event.preventDefault();
    };
    const askOnLinks = (event: MouseEvent) => {
      const path = innerDestination(event);
      if (path === null) return;
      event.preventDefault();
      event.stopPropagation(); // Before the router handles it.
      setDestination({ path });
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('beforeunload', warn, { signal });
    window.addEventListener('click', askOnLinks, { capture: true, signal });
    return () => listening.abort();
  }, [isActive]);

  useEffect(() => {
    const { pathname } = window.location;
    let wasOnGuard = isGuard(window.history.state);
    const noteGuard = () => {
      wasOnGuard = isGuard(window.history.state);
    };
    const onBack = () => {
      const hasLeftGuard = wasOnGuard && !isGuard(window.history.state);
      noteGuard();
      if (isLeaving.current || !hasLeftGuard || window.location.pathname !== pathname) return;
      if (active.current) {
        navigateBrowser(window.location.href, { state: GUARD });
        setDestination('back');
      } else {
        // The work was saved or undone: the guard's history entry must not require a second press.
        window.history.back();
      }
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('popstate', onBack, { signal });
    window.addEventListener('pushState', noteGuard, { signal });
    window.addEventListener('replaceState', noteGuard, { signal });
    return () => listening.abort();
  }, []);

  /** Goes to a path without confirmation. */
  const leaveFor = useCallback(
    (path: string) => {
      isLeaving.current = true;
      navigate(path, { replace: isGuard(window.history.state) });
    },
    [navigate],
  );

  const goBack = () => {
    isLeaving.current = true;
    if (!onClose) {
      window.history.go(-2); // Past the entries of the guard and the form.
      return;
    }
    // The guard's history entry must not require a second press once the dialog is closed.
    if (isGuard(window.history.state)) window.history.back();
    onClose();
  };

  return {
    isAsking: destination !== null,
    ask: (path: string) => setDestination({ path }),
    askToGoBack: () => setDestination('back'),
    stay: () => setDestination(null),
    leaveFor,
    goBack,
    leave() {
      setDestination(null);
      if (destination === 'back') goBack();
      else if (destination) leaveFor(destination.path);
    },
  };
}
