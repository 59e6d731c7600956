import { clsx } from 'clsx';
import { ImageOff, ImageUp, Trash2 } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { preparePhoto, readPhoto, UnusablePhoto } from '#client/features/admin/photos/index';
import { useAdminMutation } from '#client/features/auth/index';
import { ApiError, call } from '#client/lib/api/request';
import { usePicturePreview } from '#client/lib/picture-address';
import { Button, IconButton } from '#client/ui/button';
import { TextField } from '#client/ui/fields/text-field';
import { pictureLink } from '#shared/domain/picture-link';
import { UPLOADS } from '../model/uploads';
import { CropDialog } from './crop-dialog';

interface PhotoFieldProps {
  /** First part of the mutation key of every change made in the form. */
  formKey: string;
  label: string;
  /** Label of the field for an address. */
  addressLabel: string;
  /**
   * True when the picture is cropped to what a nominee's card shows; otherwise it is uploaded
   * whole.
   */
  isCut?: boolean;
  error: string | undefined;
  value: string;
  onChange: (address: string) => void;
}

const ACCEPTED = 'image/jpeg,image/png,image/webp';

/** iPhones convert photographs to JPEG when HEIC is not in the list; computers would hide them. */
const acceptedFiles = (): string => {
  const isIos =
    /iP(?:hone|ad)/.test(navigator.userAgent) ||
    (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  return isIos ? ACCEPTED : `${ACCEPTED},.heic,.heif`;
};

/** Longest side of what is cropped, in pixels: an iPhone's canvas holds no more. */
const MAX_CROPPED_SIDE = 4_000;

type UploadProblem = 'tooLarge' | 'notAnImage' | 'heic' | 'notStored' | 'failed';

/** Computers rarely report the type of an iPhone's photograph. */
const isPicture = ({ name, type }: File) => type.startsWith('image/') || /\.hei[cf]$/i.test(name);

const UNUSABLE: ReadonlySet<string> = new Set<UploadProblem>(['tooLarge', 'notAnImage', 'heic']);
const isUploadProblem = (problem: string): problem is UploadProblem => UNUSABLE.has(problem);

function problemOf(error: Error): UploadProblem {
  if (error instanceof UnusablePhoto) {
    return isUploadProblem(error.problem) ? error.problem : 'notAnImage';
  }
  if (!(error instanceof ApiError)) return 'failed';
  if (error.status === 413 || error.code === 'image-too-large') return 'tooLarge';
  if (error.code === 'heic-image') return 'heic';
  if (error.code === 'not-stored') return 'notStored';
  return error.status === 400 || error.status === 415 ? 'notAnImage' : 'failed';
}

/**
 * Uploads a picture from this device, dropped or chosen, cropped to what the card shows. An address
 * of a picture can be entered instead.
 */
export function PhotoField({
  formKey,
  label,
  addressLabel,
  isCut = false,
  error,
  value,
  onChange,
}: PhotoFieldProps) {
  const { t } = useTranslation();
  const fileInput = useRef<HTMLInputElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState<UploadProblem | null>(null);
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const link = pictureLink(value);
  const src = usePicturePreview('address' in link ? link.address : '', 160);
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const isBroken = src !== null && src === brokenSrc;
  const [cropping, setCropping] = useState<{ file: File; photo: HTMLCanvasElement } | null>(null);
  const [isReading, setReading] = useState(false);
  const upload = useAdminMutation({
    mutationKey: [formKey, UPLOADS],
    mutationFn: async (photo: Blob) =>
      call('POST /api/admin/uploads', { body: await preparePhoto(photo) }),
    onSuccess: ({ url }) => onChange(url),
    onError: (reason) => setProblem(problemOf(reason)),
  });

  const action = t(`artist-form.upload.${upload.isPending ? 'sending' : 'choose'}`);

  const accept = async (file: File | undefined) => {
    setProblem(null);
    if (!file || upload.isPending || isReading) return;
    if (!isPicture(file)) return setProblem('notAnImage');
    if (!isCut) return upload.mutate(file);
    setReading(true);
    try {
      const photo = await readPhoto(file, MAX_CROPPED_SIDE);
      // The server may be able to read what this browser cannot.
      if (photo) setCropping({ file, photo });
      else upload.mutate(file);
    } catch (reason) {
      setProblem(problemOf(reason instanceof Error ? reason : new Error('unreadable')));
    } finally {
      setReading(false);
    }
  };
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    currentTarget.value = ''; // Lets the same file be chosen again.
    void accept(file);
  };
  const drop = (event: DragEvent) => {
    setIsDraggedOver(false);
    const [file] = event.dataTransfer.files;
    if (!file) return; // Dropped text belongs in the address field.
    event.preventDefault();
    void accept(file);
  };
  const closeCropping = () => setCropping(null);

  return (
    <fieldset
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setIsDraggedOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
        if (!isInside) setIsDraggedOver(false);
      }}
      onDrop={drop}
      className="flex min-w-0 flex-col gap-1.5"
    >
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div
        className={clsx(
          'flex flex-wrap items-center gap-3 rounded-xl border-2 border-dashed p-3',
          isDraggedOver ? 'border-gold bg-surface-high' : 'border-ivory-muted/70 bg-surface-raised',
        )}
      >
        <Preview src={src} isCut={isCut} isBroken={isBroken} onBroken={setBrokenSrc} />
        <div className="flex min-w-[min(9rem,100%)] flex-1 flex-col items-start gap-2">
          {/* Each reserves its space: content below does not move when a picture turns out to be
              missing. */}
          <p role="status" className="grid text-sm *:[grid-area:1/1]">
            <span className={clsx('text-ivory-soft', isBroken && 'invisible')}>
              {t('artist-form.upload.drop')}
            </span>
            <span className={clsx('text-alert', !isBroken && 'invisible')}>
              {t('artist-form.upload.broken')}
            </span>
          </p>
          <Button
            ref={chooseButton}
            variant="outline"
            size="sm"
            isBusy={upload.isPending || isReading}
            aria-label={`${action} – ${label}`}
            onClick={() => fileInput.current?.click()}
          >
            {!upload.isPending && !isReading && <ImageUp aria-hidden className="size-5" />}
            {action}
          </Button>
        </div>
        {value !== '' && (
          <IconButton
            icon={Trash2}
            label={t('artist-form.upload.remove', { label })}
            className="text-alert"
            onClick={() => {
              setProblem(null);
              onChange('');
              chooseButton.current?.focus();
            }}
          />
        )}
        <input ref={fileInput} type="file" accept={acceptedFiles()} hidden onChange={choose} />
      </div>
      {problem && (
        <p role="alert" className="text-alert text-sm">
          {t(`artist-form.upload.${problem}`)}
        </p>
      )}
      <AddressField
        label={addressLabel}
        hint={
          'address' in link && link.address !== value.trim()
            ? t('artist-form.upload.fileOfLink')
            : undefined
        }
        error={'problem' in link ? t(`artist-form.upload.${link.problem}`) : error}
        value={value}
        onChange={(address) => {
          setProblem(null);
          onChange(address);
        }}
      />
      {cropping && (
        <CropDialog
          {...cropping}
          onClose={closeCropping}
          onChoose={(picture) => {
            closeCropping();
            upload.mutate(picture);
          }}
        />
      )}
    </fieldset>
  );
}

/** Collapsed, unless an address was typed or is invalid. */
function AddressField({
  label,
  hint,
  error,
  value,
  onChange,
}: Pick<PhotoFieldProps, 'label' | 'error' | 'value' | 'onChange'> & {
  hint: string | undefined;
}) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(value !== '' && !value.startsWith('/uploads/'));
  return (
    <details
      open={isOpen || error !== undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="min-h-touch cursor-pointer content-center text-ivory-soft text-sm">
        {t('artist-form.upload.useAddress')}
      </summary>
      <TextField
        label={label}
        hint={hint}
        error={error}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={2_048}
      />
    </details>
  );
}

const PREVIEW_CLASSES = 'w-20 rounded-xl border border-surface-line bg-surface-high';

interface PreviewProps {
  /** Null without a picture. */
  src: string | null;
  isCut: boolean;
  isBroken: boolean;
  onBroken: (src: string) => void;
}

/** Shows the picture as the card does. */
function Preview({ src, isCut, isBroken, onBroken }: PreviewProps) {
  const { t } = useTranslation();
  if (!src) return null;
  const classes = clsx(PREVIEW_CLASSES, isCut ? 'aspect-[4/5]' : 'aspect-[3/2]');
  return isBroken ? (
    <span className={clsx(classes, 'flex items-center justify-center text-alert')}>
      <ImageOff aria-hidden className="size-6" />
    </span>
  ) : (
    <img
      src={src}
      alt={t('artist-form.upload.preview')}
      onError={() => onBroken(src)}
      className={clsx(classes, 'object-[50%_20%] object-cover')}
    />
  );
}
