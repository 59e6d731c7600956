import { useMemo, useSyncExternalStore } from 'react';
import type { Receipt } from '#shared/contracts/receipts';
import { OWN_FIRST_STYLE, OWN_VOTES_KEY } from '#shared/domain/own-votes';
import { isText, listOf, objectWith } from '../api/response-shape';
import { isBrowser } from '../browser/page-render';
import { browserStorage } from '../browser/storage';

/** A receipt that was paid for or opened on this device. Contains no data of its payer. */
export interface OwnVotes {
  receiptCode: string;
  /** An ISO instant by the clock of this device. */
  keptAt: string;
  totalVotes: number;
  /** Absent when it was stored before there were several. */
  edition?: Receipt['edition'];
  artist: Receipt['artist'];
  /** The category whose page shows the artist. */
  categoryId: string;
  /**
   * True when the artist counts as voted for on this device: not when the receipt was only viewed,
   * or the artist was removed.
   */
  isOwnArtist: boolean;
}

const isOwnVotes = listOf(
  objectWith<OwnVotes>({
    receiptCode: isText,
    keptAt: isText,
    categoryId: isText,
    artist: objectWith<Receipt['artist']>({ id: isText, name: isText }),
  }),
);

const NONE: readonly OwnVotes[] = [];

/** Reads the current list, whichever tab stored it. */
export function readOwnVotes(): readonly OwnVotes[] {
  try {
    const stored: unknown = JSON.parse(browserStorage.getItem(OWN_VOTES_KEY) ?? '[]');
    return isOwnVotes(stored) ? stored : NONE;
  } catch {
    return NONE; // Not written by this code.
  }
}

let own = isBrowser ? readOwnVotes() : NONE;
const watchers = new Set<() => void>();

/** Stores the list, and notifies the components that show it. */
export function storeOwnVotes(votes: readonly OwnVotes[]): void {
  own = votes;
  // From now on the page's own order puts them first.
  document.getElementById(OWN_FIRST_STYLE)?.remove();
  browserStorage.setItem(OWN_VOTES_KEY, JSON.stringify(votes));
  for (const onChange of watchers) onChange();
}

function watch(onChange: () => void): () => void {
  const onOtherTab = ({ key }: StorageEvent) => {
    if (key !== OWN_VOTES_KEY) return;
    own = readOwnVotes();
    onChange();
  };
  watchers.add(onChange);
  window.addEventListener('storage', onOtherTab);
  return () => {
    watchers.delete(onChange);
    window.removeEventListener('storage', onOtherTab);
  };
}

/** The receipts of this device, newest first. Empty until the page is hydrated. */
export const useOwnVotes = (): readonly OwnVotes[] =>
  useSyncExternalStore(
    watch,
    () => own,
    () => NONE,
  );

/** Artists this device voted for, latest first. */
export function ownArtists(votes: readonly OwnVotes[]): OwnVotes[] {
  const seen = new Set<string>();
  return votes.filter(
    ({ artist, isOwnArtist }) => isOwnArtist && !seen.has(artist.id) && seen.add(artist.id),
  );
}

/** Ids of the artists this device voted for. */
export function useOwnArtistIds(): ReadonlySet<string> {
  const votes = useOwnVotes();
  return useMemo(() => new Set(ownArtists(votes).map(({ artist }) => artist.id)), [votes]);
}

/** Removes an artist from those this device voted for; the receipts stay. */
export const forgetArtist = (artistId: string): void =>
  storeOwnVotes(
    readOwnVotes().map((votes) =>
      votes.artist.id === artistId ? { ...votes, isOwnArtist: false } : votes,
    ),
  );
