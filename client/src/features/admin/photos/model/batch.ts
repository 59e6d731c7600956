import { nameKey } from '#shared/domain/name-key';
import { additionsIn, photoMatcher } from './match-photos';
import type { PhotoFile, PhotoProblem } from './photo-files';

/** An artist that a photograph can be given to. */
export interface Target {
  /** The artist's id; for one that the import will add, made from the name. */
  key: string;
  name: string;
  /** Null for an artist that does not exist yet. */
  id: string | null;
  photoUrl: string | null;
}

export interface BatchPhoto {
  id: number;
  file: PhotoFile;
  /** Key of the artist; null while there is none. */
  target: string | null;
  /** Keys of the artists between whom the name of the file does not decide. */
  among: readonly string[];
  isLeftOut: boolean;
  state: 'reading' | 'ready' | 'sending' | 'saved';
  problem: PhotoProblem | null;
  /** The reduced photograph, and its address in this page. */
  prepared: { blob: Blob; preview: string } | null;
  /** Address on the server, once it arrived there. */
  uploaded: string | null;
}

export interface Batch {
  photos: readonly BatchPhoto[];
  /** Keys of the artists whose photograph may be replaced. */
  replacing: ReadonlySet<string>;
}

export const EMPTY_BATCH: Batch = { photos: [], replacing: new Set() };

export type BatchAction =
  | { type: 'added'; photos: readonly { id: number; file: PhotoFile }[] }
  | { type: 'targets'; targets: readonly Target[] }
  | { type: 'changed'; id: number; change: Partial<Omit<BatchPhoto, 'id' | 'file'>> }
  | { type: 'given'; id: number; target: string | null }
  | { type: 'leftOut'; id: number }
  | { type: 'takenBack' }
  | { type: 'replacing'; target: string; isReplacing: boolean }
  | { type: 'cleared' };

/** Every key of an artist that the import will add. */
export const newKey = (name: string): string => `new ${nameKey(name)}`;

/**
 * Manages the photographs of several artists. A photograph is matched by its name until a person
 * decides, and again when the artists become known.
 */
export function batchReducer(batch: Batch, action: BatchAction, targets: readonly Target[]): Batch {
  const { photos } = batch;
  const update = (id: number, change: Partial<BatchPhoto>): Batch => ({
    ...batch,
    photos: photos.map((photo) => (photo.id === id ? { ...photo, ...change } : photo)),
  });
  switch (action.type) {
    case 'added': {
      const added = action.photos.map((photo) => ({ ...photo, ...UNREAD }));
      return { ...batch, photos: matched([...photos, ...added], targets) };
    }
    case 'targets':
      return { ...batch, photos: matched(moved(photos, action.targets), action.targets) };
    case 'changed':
      return update(action.id, action.change);
    case 'given': {
      const { id, target } = action;
      const given = update(id, { target, among: [], isLeftOut: false, problem: null });
      // An artist has one photograph: another one is free again.
      const isFormer = (photo: BatchPhoto) =>
        target !== null && photo.id !== id && photo.target === target && photo.state !== 'saved';
      return {
        ...given,
        photos: given.photos.map((photo) =>
          isFormer(photo) ? { ...photo, target: null, among: [target ?? ''] } : photo,
        ),
      };
    }
    case 'leftOut':
      return update(action.id, { target: null, isLeftOut: true });
    case 'takenBack':
      return { ...batch, photos: photos.map((photo) => ({ ...photo, isLeftOut: false })) };
    case 'replacing': {
      const replacing = new Set(batch.replacing);
      if (action.isReplacing) replacing.add(action.target);
      else replacing.delete(action.target);
      return { ...batch, replacing };
    }
    case 'cleared':
      return EMPTY_BATCH;
  }
}

const UNREAD = {
  target: null,
  among: [],
  isLeftOut: false,
  state: 'reading',
  problem: null,
  prepared: null,
  uploaded: null,
} as const satisfies Partial<BatchPhoto>;

/** Gives the photographs of new artists to those that the import has created. */
function moved(photos: readonly BatchPhoto[], targets: readonly Target[]): BatchPhoto[] {
  const keys = new Set(targets.map(({ key }) => key));
  const created = new Map(targets.map(({ key, name }) => [newKey(name), key]));
  const now = (key: string) => (keys.has(key) ? key : created.get(key));
  const stored = new Map(targets.map(({ key, photoUrl }) => [key, photoUrl]));
  return photos.map((photo) => {
    const target = photo.target === null ? null : (now(photo.target) ?? null);
    const among = photo.among.flatMap((key) => now(key) ?? []);
    // It was saved, but the response was lost, or nobody waited for it.
    const isSaved = photo.uploaded !== null && stored.get(target ?? '') === photo.uploaded;
    return { ...photo, target, among, ...(isSaved ? { state: 'saved' as const } : {}) };
  });
}

/** Matches the photographs that have no artist, the plainest name of each artist first. */
function matched(photos: readonly BatchPhoto[], targets: readonly Target[]): BatchPhoto[] {
  const match = photoMatcher(targets);
  const taken = new Set(photos.map(({ target }) => target));
  const open = photos
    .filter(({ target, isLeftOut }) => target === null && !isLeftOut)
    .sort((one, other) => additionsIn(one.file.name) - additionsIn(other.file.name));
  const found = new Map<number, Pick<BatchPhoto, 'target' | 'among'>>();
  for (const { id, file } of open) {
    const result = match(file.name);
    if (result === null) continue;
    if ('among' in result) found.set(id, { target: null, among: result.among });
    // A second photograph of the same artist is left to a person.
    else if (taken.has(result.artist)) found.set(id, { target: null, among: [result.artist] });
    else {
      taken.add(result.artist);
      found.set(id, { target: result.artist, among: [] });
    }
  }
  return photos.map((photo) => ({ ...photo, ...found.get(photo.id) }));
}

/** True when the artist's present photograph stays, because nobody chose to replace it. */
export const keepsPhoto = (target: Target, { replacing }: Batch): boolean =>
  target.photoUrl !== null && !replacing.has(target.key);

export interface Sendable {
  photo: BatchPhoto;
  blob: Blob;
  artistId: string;
  replaces: string | null;
}

/** Returns what is to be saved now, in the order of the files. */
export function sendable(batch: Batch, targets: readonly Target[]): Sendable[] {
  const byKey = new Map(targets.map((target) => [target.key, target]));
  return batch.photos.flatMap((photo) => {
    const target = photo.target === null ? undefined : byKey.get(photo.target);
    if (!target?.id || !photo.prepared || photo.problem || photo.state !== 'ready') return [];
    if (keepsPhoto(target, batch)) return [];
    const { blob } = photo.prepared;
    return [{ photo, blob, artistId: target.id, replaces: target.photoUrl }];
  });
}
