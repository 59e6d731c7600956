import { ImageOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '#client/ui/spinner';
import type { BatchPhoto } from '../model/batch';
import type { PhotoProblem } from '../model/photo-files';

const CLASSES =
  'flex size-14 shrink-0 items-center justify-center overflow-hidden rounded-lg bg-surface-high';

/** The photograph as cards show it, while it is read, and when it cannot be. */
export function PhotoThumb({ photo: { prepared, problem } }: { photo: BatchPhoto }) {
  const { t } = useTranslation();
  return (
    <span className={CLASSES}>
      {prepared && (
        <img
          src={prepared.preview}
          alt=""
          draggable={false}
          className="size-full object-[50%_20%] object-cover"
        />
      )}
      {!prepared && problem && <ImageOff aria-hidden className="size-6 text-alert" />}
      {!prepared && !problem && (
        <Spinner className="size-6 text-gold" label={t('photos.reading')} />
      )}
    </span>
  );
}

export function ProblemText({ problem }: { problem: PhotoProblem }) {
  const { t } = useTranslation();
  return (
    <p role="alert" className="text-alert text-sm">
      {t(`photos.problem.${problem}`)}
    </p>
  );
}
