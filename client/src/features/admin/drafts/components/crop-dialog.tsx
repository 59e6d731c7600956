import { type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button';
import { Dialog } from '#client/ui/overlay/dialog';
import {
  AS_ON_CARDS,
  CARD_ASPECT,
  type Crop,
  croppedPart,
  dragged,
  MAX_ZOOM,
  zoomed,
} from '../model/crop';

/** In pixels: wider than the largest picture ever served. */
const MAX_WIDTH = 1_600;
const SHOWN_WIDTH = 640;

function paint(
  canvas: HTMLCanvasElement,
  photo: HTMLCanvasElement,
  crop: Crop,
  width: number,
): void {
  const part = croppedPart(photo, crop);
  canvas.width = Math.round(width);
  canvas.height = Math.round(width / CARD_ASPECT);
  canvas
    .getContext('2d')
    ?.drawImage(photo, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height);
}

/** @param type MIME type of the source file: transparency is preserved where it has any */
function cutOut(photo: HTMLCanvasElement, crop: Crop, type: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  paint(canvas, photo, crop, Math.min(croppedPart(photo, crop).width, MAX_WIDTH));
  return new Promise((resolve) => {
    canvas.toBlob(resolve, type === 'image/png' ? type : 'image/jpeg', 0.92);
  });
}

interface FrameProps {
  photo: HTMLCanvasElement;
  crop: Crop;
  onChange: (change: (crop: Crop) => Crop) => void;
}

/** The part that the card will show; one finger or the mouse moves it, two fingers zoom. */
function Frame({ photo, crop, onChange }: FrameProps) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  useEffect(() => {
    if (canvas.current) paint(canvas.current, photo, crop, SHOWN_WIDTH);
  }, [photo, crop]);

  const spread = () => {
    const [first, second] = fingers.current.values();
    return first && second ? Math.hypot(first.x - second.x, first.y - second.y) : 0;
  };
  const move = ({ pointerId, clientX, clientY, currentTarget }: PointerEvent) => {
    const last = fingers.current.get(pointerId);
    if (!last) return;
    const { width, height } = currentTarget.getBoundingClientRect();
    const by = { x: (clientX - last.x) / width, y: (clientY - last.y) / height };
    const before = spread();
    fingers.current.set(pointerId, { x: clientX, y: clientY });
    if (before > 0) onChange((now) => zoomed(now, (now.zoom * spread()) / before));
    else onChange((now) => dragged(photo, now, by));
  };
  const lift = ({ pointerId }: PointerEvent) => fingers.current.delete(pointerId);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={t('artist-form.crop.picture')}
      className="aspect-[4/5] w-[min(100%,16rem,38*var(--dvh))] shrink-0 cursor-grab touch-none rounded-xl border border-surface-line bg-surface-high active:cursor-grabbing"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      }}
      onPointerMove={move}
      onPointerUp={lift}
      onPointerCancel={lift}
    />
  );
}

interface SliderProps {
  label: string;
  value: number;
  least: number;
  most: number;
  onChange: (value: number) => void;
}

/**
 * A slider in hundredths. The browser's own works with every keyboard, finger and screen reader.
 */
function Slider({ label, value, least, most, onChange }: SliderProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={least * 100}
        max={most * 100}
        value={Math.round(value * 100)}
        onChange={({ target }) => onChange(target.valueAsNumber / 100)}
        className="block min-h-touch w-full cursor-pointer accent-gold"
      />
    </div>
  );
}

interface CropDialogProps {
  photo: HTMLCanvasElement;
  file: File;
  onClose: () => void;
  /** Called with the cropped picture to upload. */
  onChoose: (picture: Blob) => void;
}

/** Chooses the part of a photograph that the nominee's card shows, before the upload. */
export function CropDialog({ photo, file, onClose, onChoose }: CropDialogProps) {
  const { t } = useTranslation();
  const [crop, setCrop] = useState(AS_ON_CARDS);
  const chooseCropped = async () => onChoose((await cutOut(photo, crop, file.type)) ?? file);
  return (
    <Dialog
      onClose={onClose}
      title={t('artist-form.crop.title')}
      description={t('artist-form.crop.hint')}
      footer={
        <div className="flex flex-col gap-3 sm:flex-row-reverse">
          <Button className="flex-1" onClick={() => void chooseCropped()}>
            {t('artist-form.crop.use')}
          </Button>
          <Button variant="outline" className="flex-1" onClick={() => onChoose(file)}>
            {t('artist-form.crop.whole')}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start">
        <Frame photo={photo} crop={crop} onChange={setCrop} />
        <div className="flex w-full min-w-0 flex-col gap-1">
          <Slider
            label={t('artist-form.crop.zoom')}
            value={crop.zoom}
            least={1}
            most={MAX_ZOOM}
            onChange={(zoom) => setCrop(zoomed(crop, zoom))}
          />
          <Slider
            label={t('artist-form.crop.x')}
            value={crop.x}
            least={0}
            most={1}
            onChange={(x) => setCrop({ ...crop, x })}
          />
          <Slider
            label={t('artist-form.crop.y')}
            value={crop.y}
            least={0}
            most={1}
            onChange={(y) => setCrop({ ...crop, y })}
          />
        </div>
      </div>
    </Dialog>
  );
}
