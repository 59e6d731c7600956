import { Info, TriangleAlert } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#client/features/admin/shell/index';
import { Button } from '#client/ui/button';
import { ProgressBar } from '#client/ui/progress-bar';
import { type PhotoBatchState, usePhotoBatch } from '../use-photo-batch';
import { ArtistPhotos } from './artist-photos';
import { LoosePhotos } from './loose-photos';
import { PhotoDrop } from './photo-drop';

const NO_ARTISTS: never[] = [];

interface PhotoBatchProps {
  /** Artists that the import on this page will add; their photographs are saved after it. */
  newArtists?: readonly { name: string }[] | undefined;
  /** Called when files are dropped on the page, where this part may be hidden. */
  onFiles?: () => void;
}

/** Gives photographs to many artists at once, by the names of the files. */
export function PhotoBatch({ newArtists = NO_ARTISTS, onFiles }: PhotoBatchProps) {
  const { t } = useTranslation();
  const newNames = useMemo(() => newArtists.map(({ name }) => name), [newArtists]);
  const state = usePhotoBatch(newNames);
  const { batch, dropProblem, isListing, isSaving } = state;
  const hasPhotos = batch.photos.length > 0;
  useKeptOpen(isSaving || state.toSave > 0);
  return (
    <section aria-labelledby="photo-batch" className="flex flex-col gap-4">
      <div>
        <h2 id="photo-batch" className="font-bold text-xl">
          {t('photos.heading')}
        </h2>
        <p className="max-w-prose text-ivory-soft">{t('photos.hint')}</p>
      </div>
      <PhotoDrop
        isBusy={isListing}
        onFiles={(files) => {
          onFiles?.();
          void state.add(files);
        }}
      />
      {dropProblem && (
        <Notice isProblem icon={TriangleAlert} text={t(`photos.dropProblem.${dropProblem}`)} />
      )}
      {hasPhotos && (
        <>
          <SaveBar state={state} />
          <LoosePhotos state={state} />
          <ArtistPhotos state={state} />
        </>
      )}
    </section>
  );
}

/** Says how far everything is, and saves. */
function SaveBar({ state }: { state: PhotoBatchState }) {
  const { t } = useTranslation();
  const { readingCount, savedCount, sendingCount, toSave, isSaving, isWaiting, batch } = state;
  const total = savedCount + sendingCount + toSave;
  const waitingCount = state.targets.filter(
    ({ id, key }) => id === null && batch.photos.some(({ target }) => target === key),
  ).length;
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="font-semibold">
        {isSaving && t('photos.saving', { saved: savedCount, total })}
        {!isSaving && readingCount > 0 && t('photos.preparing', { count: readingCount })}
        {!isSaving &&
          readingCount === 0 &&
          savedCount > 0 &&
          t('photos.saved', { count: savedCount })}
      </p>
      {isSaving && <ProgressBar value={savedCount / total} label={t('photos.progress')} />}
      {isWaiting && <Notice icon={Info} text={t('photos.cut')} />}
      {state.hasFailed && <Notice isProblem icon={TriangleAlert} text={t('photos.failed')} />}
      {waitingCount > 0 && (
        <p className="text-ivory-soft text-sm">
          {t('photos.afterImport', { count: waitingCount })}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {isSaving ? (
          <Button variant="outline" onClick={state.cancel}>
            {t('photos.cancel')}
          </Button>
        ) : (
          <Button disabled={toSave === 0 || readingCount > 0} onClick={state.save}>
            {t('photos.save', { count: toSave })}
          </Button>
        )}
        {!isSaving && (
          <Button variant="outline" onClick={state.clear}>
            {t('photos.clear')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Lets the browser ask before the page with unsaved photographs is left. */
function useKeptOpen(isKept: boolean): void {
  useEffect(() => {
    if (!isKept) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isKept]);
}
