import { useEffect } from 'react';
import { navigate, useHistoryState } from 'wouter/use-browser-location';

interface ProfileEntry {
  profileOf: string;
}

const isProfileEntry = (state: unknown): state is ProfileEntry =>
  typeof state === 'object' &&
  state !== null &&
  'profileOf' in state &&
  typeof state.profileOf === 'string';

const open = (artistId: string): void =>
  navigate(window.location.href, { state: { profileOf: artistId } satisfies ProfileEntry });

const close = (): void => window.history.back();

/** Opens the artist that the address names, once: afterwards the address names only the page. */
function openFromAddress(): void {
  const address = new URL(window.location.href);
  const artistId = address.searchParams.get('artist');
  if (artistId === null) return;
  address.searchParams.delete('artist');
  navigate(address, { replace: true });
  if (artistId) open(artistId);
}

/**
 * Whose profile is open. An open profile is a history entry of its own, so that the phone's Back
 * button closes it instead of leaving the page.
 */
export function useProfileInHistory() {
  const state = useHistoryState<unknown>();
  useEffect(openFromAddress, []);
  return { openArtistId: isProfileEntry(state) ? state.profileOf : null, open, close };
}
