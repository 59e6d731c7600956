import { clsx } from 'clsx';
import { CircleCheck, X } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#client/ui/button';
import { Checkbox } from '#client/ui/fields/checkbox';
import { Photo } from '#client/ui/picture/photo';
import { type BatchPhoto, keepsPhoto, type Target } from '../model/batch';
import { baseName } from '../model/match-photos';
import type { PhotoBatchState } from '../use-photo-batch';
import { DRAGGED_PHOTO } from './loose-photos';
import { PhotoThumb, ProblemText } from './photo-thumb';

const PORTION = 100;

/** Artists with the photograph each would get, then those who still have none. */
export function ArtistPhotos({ state }: { state: PhotoBatchState }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(PORTION);
  const { batch, targets } = state;
  const photoOf = new Map(batch.photos.map((photo) => [photo.target, photo]));
  const withPhoto = targets.filter(({ key }) => photoOf.has(key));
  const without = targets.filter(({ key, photoUrl }) => !photoOf.has(key) && photoUrl === null);
  const rows = [...withPhoto, ...without];
  return (
    <section aria-labelledby="artist-photos" className="flex flex-col gap-3">
      <h3 id="artist-photos" className="font-bold text-lg">
        {t('photos.artists.heading', { count: withPhoto.length })}
      </h3>
      <ul className="divide-y divide-surface-line rounded-xl border border-surface-line bg-surface-raised">
        {rows.slice(0, shown).map((target) => (
          <ArtistRow
            key={target.key}
            target={target}
            photo={photoOf.get(target.key) ?? null}
            state={state}
          />
        ))}
      </ul>
      {rows.length > shown && (
        <Button
          variant="outline"
          size="sm"
          className="self-center"
          onClick={() => setShown(shown + PORTION)}
        >
          {t('photos.more', { count: rows.length - shown })}
        </Button>
      )}
    </section>
  );
}

interface ArtistRowProps {
  target: Target;
  photo: BatchPhoto | null;
  state: PhotoBatchState;
}

/** Takes a photograph that is dragged onto it. */
function ArtistRow({ target, photo, state }: ArtistRowProps) {
  const { t } = useTranslation();
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const { key, name, photoUrl } = target;
  const isSaved = photo?.state === 'saved';
  const over = (event: DragEvent) => {
    if (isSaved || !event.dataTransfer.types.includes(DRAGGED_PHOTO)) return;
    event.preventDefault();
    setIsDraggedOver(true);
  };
  const drop = (event: DragEvent) => {
    setIsDraggedOver(false);
    const id = Number(event.dataTransfer.getData(DRAGGED_PHOTO));
    if (!id || isSaved) return;
    event.preventDefault();
    state.give(id, key);
  };
  return (
    <li
      onDragOver={over}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={drop}
      className={clsx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5',
        isDraggedOver && 'bg-surface-high',
      )}
    >
      {photo ? (
        <PhotoThumb photo={photo} />
      ) : (
        <span className="size-14 shrink-0 overflow-hidden rounded-lg">
          <Photo isNamedBeside address={photoUrl} sizes="3.5rem" name={name} className="text-lg" />
        </span>
      )}
      <div className="min-w-[min(10rem,100%)] flex-1">
        <p className="wrap-anywhere font-semibold">{name}</p>
        <RowText target={target} photo={photo} state={state} />
      </div>
      {photo && !isSaved && photo.state !== 'sending' && (
        <IconButton
          icon={X}
          label={t('photos.leaveOut', { fileName: baseName(photo.file.name) })}
          onClick={() => state.leaveOut(photo.id)}
        />
      )}
    </li>
  );
}

/** Says what happens to the artist's photograph. */
function RowText({ target, photo, state }: ArtistRowProps) {
  const { t } = useTranslation();
  const { batch } = state;
  if (!photo) return <p className="text-ivory-soft text-sm">{t('photos.artists.none')}</p>;
  if (photo.state === 'saved') {
    return (
      <p className="flex items-center gap-2 text-sm text-success">
        <CircleCheck aria-hidden className="size-4 shrink-0" />
        {t('photos.artists.saved')}
      </p>
    );
  }
  if (photo.problem) return <ProblemText problem={photo.problem} />;
  return (
    <>
      <p className="wrap-anywhere text-ivory-soft text-sm">
        {photo.state === 'sending' ? t('photos.artists.sending') : baseName(photo.file.name)}
      </p>
      {target.id === null && <p className="text-ivory-soft text-sm">{t('photos.artists.waits')}</p>}
      {target.photoUrl !== null && (
        <Checkbox
          label={t('photos.artists.replace', { name: target.name })}
          checked={!keepsPhoto(target, batch)}
          onChange={(isReplacing) => state.setReplacing(target.key, isReplacing)}
        />
      )}
    </>
  );
}
