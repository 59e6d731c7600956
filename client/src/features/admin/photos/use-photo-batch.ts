import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { adminArtistsQuery } from '#client/features/admin/catalog/index';
import { useRefreshCatalog } from '#client/features/admin/shell/index';
import { useAdminMutation } from '#client/features/auth/index';
import { call } from '#client/lib/api/request';
import {
  type Batch,
  type BatchAction,
  batchReducer,
  EMPTY_BATCH,
  newKey,
  sendable,
  type Target,
} from './model/batch';
import { photosIn } from './model/list-photos';
import {
  type DropProblem,
  type PhotoFile,
  type PhotoProblem,
  UnusableDrop,
  UnusablePhoto,
} from './model/photo-files';
import { preparePhoto } from './model/prepare-photo';
import { sendPhotos } from './model/send-photos';

const NO_ARTISTS: never[] = [];

export type PhotoBatchState = ReturnType<typeof usePhotoBatch>;

/**
 * Manages photographs of many artists, from dropping them to saving.
 * @param newNames artists that the import will add: their photographs wait for it
 */
export function usePhotoBatch(newNames: readonly string[]) {
  const refresh = useRefreshCatalog();
  const { data: artists = NO_ARTISTS } = useQuery(adminArtistsQuery);
  const targets = useMemo(() => targetsOf(artists, newNames), [artists, newNames]);
  const [batch, dispatch] = useReducer(
    (now: Batch, action: BatchAction) => batchReducer(now, action, targets),
    EMPTY_BATCH,
  );
  useEffect(() => dispatch({ type: 'targets', targets }), [targets]);
  const [dropProblem, setDropProblem] = useState<DropProblem | null>(null);
  const [isListing, setListing] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const lastId = useRef(0);
  const reading = useRef(Promise.resolve());
  const stop = useRef<AbortController>(null);
  const previews = useRef(new Set<string>());

  useEffect(
    () => () => {
      stop.current?.abort();
      for (const preview of previews.current) URL.revokeObjectURL(preview);
    },
    [],
  );

  /** One after the other: a decoded photograph takes 200 MB. */
  const readAll = (photos: readonly { id: number; file: PhotoFile }[]) => {
    for (const { id, file } of photos) {
      reading.current = reading.current.then(async () => {
        try {
          const blob = await preparePhoto(await file.read());
          const preview = URL.createObjectURL(blob);
          previews.current.add(preview);
          const change = { prepared: { blob, preview }, state: 'ready' } as const;
          dispatch({ type: 'changed', id, change });
        } catch (error) {
          const problem: PhotoProblem =
            error instanceof UnusablePhoto ? error.problem : 'unreadable';
          dispatch({ type: 'changed', id, change: { problem, state: 'ready' } });
        }
      });
    }
  };

  const saving = useAdminMutation({
    mutationFn: () => {
      const stopping = new AbortController();
      stop.current = stopping;
      const change = (id: number, change: Extract<BatchAction, { type: 'changed' }>['change']) =>
        dispatch({ type: 'changed', id, change });
      return sendPhotos(sendable(batch, targets), {
        signal: stopping.signal,
        upload: async (photo, signal) =>
          (await call('POST /api/admin/uploads', { body: photo, signal })).url,
        save: (id, body) => call('PUT /api/admin/artists/:id/photo', { params: { id }, body }),
        onWaiting: setWaiting,
        onSending: (id) => change(id, { state: 'sending' }),
        onUploaded: (id, uploaded) => change(id, { uploaded }),
        onSaved: (id) => change(id, { state: 'saved' }),
        onProblem: (id, problem) => change(id, { problem, state: 'ready' }),
      });
    },
    onSettled() {
      setWaiting(false);
      for (const { id, state } of latest.current.photos) {
        if (state === 'sending') dispatch({ type: 'changed', id, change: { state: 'ready' } });
      }
      void refresh();
    },
  });
  const latest = useRef(batch);
  useEffect(() => {
    latest.current = batch;
  });

  const { photos } = batch;
  return {
    batch,
    targets,
    dropProblem,
    isListing,
    isSaving: saving.isPending,
    hasFailed: saving.isError,
    /** True while the connection is lost; sending continues by itself. */
    isWaiting,
    readingCount: photos.filter(({ state }) => state === 'reading').length,
    savedCount: photos.filter(({ state }) => state === 'saved').length,
    toSave: sendable(batch, targets).length,
    sendingCount: photos.filter(({ state }) => state === 'sending').length,
    /** @param files rejects with `UnusableDrop` when they cannot be listed */
    async add(files: File[] | Promise<File[]>) {
      setDropProblem(null);
      setListing(true);
      try {
        const found = await photosIn(await files);
        const added = found.map((file) => ({ id: ++lastId.current, file }));
        dispatch({ type: 'added', photos: added });
        readAll(added);
      } catch (error) {
        setDropProblem(error instanceof UnusableDrop ? error.problem : 'noPhotos');
      } finally {
        setListing(false);
      }
    },
    give: (id: number, target: string | null) => dispatch({ type: 'given', id, target }),
    leaveOut: (id: number) => dispatch({ type: 'leftOut', id }),
    /** Shows the photographs again that were left out. */
    takeBack: () => dispatch({ type: 'takenBack' }),
    setReplacing: (target: string, isReplacing: boolean) =>
      dispatch({ type: 'replacing', target, isReplacing }),
    save: () => saving.mutate(),
    cancel: () => stop.current?.abort(),
    clear: () => dispatch({ type: 'cleared' }),
  };
}

function targetsOf(
  artists: readonly { id: string; name: string; photoUrl: string | null }[],
  newNames: readonly string[],
): Target[] {
  const existing = artists.map(({ id, name, photoUrl }) => ({ key: id, id, name, photoUrl }));
  const known = new Set(existing.map(({ name }) => newKey(name)));
  const coming = newNames
    .filter((name) => !known.has(newKey(name)))
    .map((name) => ({ key: newKey(name), id: null, name, photoUrl: null }));
  return [...coming, ...existing];
}
