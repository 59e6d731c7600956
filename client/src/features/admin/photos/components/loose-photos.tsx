import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '#client/features/admin/shell/index';
import { Button, IconButton } from '#client/ui/button';
import type { BatchPhoto, Target } from '../model/batch';
import { baseName } from '../model/match-photos';
import type { PhotoBatchState } from '../use-photo-batch';
import { PhotoThumb, ProblemText } from './photo-thumb';

/** Marks a dragged photograph, as opposed to files from outside. */
export const DRAGGED_PHOTO = 'application/x-photo';
const PORTION = 20;

/** Photographs without an artist: each is dragged to one, or gets one by its select. */
export function LoosePhotos({ state }: { state: PhotoBatchState }) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const [shown, setShown] = useState(PORTION);
  const { photos } = state.batch;
  const loose = photos.filter(({ target, isLeftOut }) => target === null && !isLeftOut);
  const leftOut = photos.filter(({ isLeftOut }) => isLeftOut);
  if (loose.length + leftOut.length === 0) return null;
  // The control that was used is gone with its photograph.
  const goOn = () => heading.current?.focus();
  return (
    <section aria-labelledby="loose-photos" className="flex flex-col gap-3">
      <h3 ref={heading} id="loose-photos" tabIndex={-1} className="font-bold text-lg outline-none">
        {t('photos.loose.heading', { count: loose.length })}
      </h3>
      {loose.length > 0 && <p className="text-ivory-soft text-sm">{t('photos.loose.hint')}</p>}
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {loose.slice(0, shown).map((photo) => (
          <LoosePhoto
            key={photo.id}
            photo={photo}
            targets={state.targets}
            onGive={(target) => {
              state.give(photo.id, target);
              goOn();
            }}
            onLeaveOut={() => {
              state.leaveOut(photo.id);
              goOn();
            }}
          />
        ))}
      </ul>
      {loose.length > shown && (
        <Button
          variant="outline"
          size="sm"
          className="self-center"
          onClick={() => setShown(shown + PORTION)}
        >
          {t('photos.more', { count: loose.length - shown })}
        </Button>
      )}
      {leftOut.length > 0 && (
        <p className="flex flex-wrap items-center gap-3 text-ivory-soft text-sm">
          {t('photos.loose.leftOut', { count: leftOut.length })}
          <Button variant="outline" size="sm" onClick={state.takeBack}>
            {t('photos.loose.takeBack')}
          </Button>
        </p>
      )}
    </section>
  );
}

interface LoosePhotoProps {
  photo: BatchPhoto;
  targets: readonly Target[];
  onGive: (target: string) => void;
  onLeaveOut: () => void;
}

function LoosePhoto({ photo, targets, onGive, onLeaveOut }: LoosePhotoProps) {
  const { t } = useTranslation();
  const { id, file, among, problem } = photo;
  const fileName = baseName(file.name);
  const names = new Map(targets.map(({ key, name }) => [key, name]));
  const fitting = among.flatMap((key) => names.get(key) ?? []);
  // Those that fit are the first to choose from.
  const choices = [...new Set(['', ...among, ...names.keys()])];
  const drag = ({ dataTransfer }: DragEvent) => {
    dataTransfer.setData(DRAGGED_PHOTO, String(id));
    dataTransfer.effectAllowed = 'move';
  };
  return (
    <li
      draggable
      onDragStart={drag}
      className="flex min-w-0 cursor-grab flex-wrap items-start gap-3 rounded-xl border border-surface-line bg-surface-raised p-3 active:cursor-grabbing"
    >
      <PhotoThumb photo={photo} />
      <div className="order-1 flex min-w-[min(9rem,100%)] flex-1 flex-col gap-1.5">
        <p className="wrap-anywhere text-sm">{fileName}</p>
        {problem ? (
          <ProblemText problem={problem} />
        ) : (
          <p className={clsx('text-ivory-soft text-sm', fitting.length > 0 && 'wrap-anywhere')}>
            {fitting.length > 0
              ? t('photos.loose.among', { names: fitting.join(', ') })
              : t('photos.loose.noName')}
          </p>
        )}
        <SelectField
          isDense
          isLabelHidden
          label={t('photos.loose.artistOf', { fileName })}
          value=""
          choices={choices}
          textOf={(key) => names.get(key) ?? t('photos.loose.choose')}
          onChoose={(key) => key !== '' && onGive(key)}
        />
      </div>
      <IconButton
        icon={X}
        label={t('photos.leaveOut', { fileName })}
        className="order-1"
        onClick={onLeaveOut}
      />
    </li>
  );
}
