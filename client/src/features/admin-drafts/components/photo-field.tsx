import { ImageOff, ImageUp } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '#client/lib/api/request';
import { usePicturePreview } from '#client/lib/picture-address';
import { Button } from '#client/ui/button';
import { TextField } from '#client/ui/fields/text-field';
import { useAdminMutation } from '../../auth';
import { UPLOADS } from '../model/uploads';

/** What the server takes. */
const MAX_BYTES = 10 * 1024 * 1024;

interface PhotoFieldProps {
  /** Begins the key of every change made from the form. */
  formKey: string;
  label: string;
  hint?: string;
  error: string | undefined;
  value: string;
  onChange: (address: string) => void;
}

/** With HEIC not among them, iPhones hand over their photographs as JPEG. */
const ACCEPTED = 'image/jpeg,image/png,image/webp';

type UploadProblem = 'tooLarge' | 'notAnImage' | 'heic' | 'failed';

/** Computers seldom know its type, so its name counts as well. */
const isHeic = ({ name, type }: File) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

function problemOf(error: Error): UploadProblem {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.status === 413 || error.code === 'image-too-large') return 'tooLarge';
  if (error.code === 'heic-image') return 'heic';
  return error.status === 400 || error.status === 415 ? 'notAnImage' : 'failed';
}

/** The address of a picture, typed or got by sending one from this device. */
export function PhotoField({ formKey, label, hint, error, value, onChange }: PhotoFieldProps) {
  const { t } = useTranslation();
  const fileInput = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<UploadProblem | null>(null);
  const upload = useAdminMutation({
    mutationKey: [formKey, UPLOADS],
    mutationFn: (photo: File) => call('POST /api/admin/uploads', { body: photo }),
    onSuccess: ({ url }) => onChange(url),
    onError: (reason) => setProblem(problemOf(reason)),
  });

  const action = t(`artist-form.upload.${upload.isPending ? 'sending' : 'choose'}`);

  const send = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const photo = currentTarget.files?.[0];
    currentTarget.value = ''; // so that the same file can be chosen again
    setProblem(null);
    if (!photo) return;
    if (isHeic(photo)) setProblem('heic');
    else if (!photo.type.startsWith('image/')) setProblem('notAnImage');
    else if (photo.size > MAX_BYTES) setProblem('tooLarge');
    else upload.mutate(photo);
  };

  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={label}
        hint={hint}
        error={error ?? (problem ? t(`artist-form.upload.${problem}`) : undefined)}
        value={value}
        onChange={(event) => {
          setProblem(null);
          onChange(event.currentTarget.value);
        }}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={2_048}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Preview address={value} />
        <Button
          variant="outline"
          size="sm"
          isBusy={upload.isPending}
          aria-label={`${action} – ${label}`}
          onClick={() => fileInput.current?.click()}
        >
          {!upload.isPending && <ImageUp aria-hidden className="size-5" />}
          {action}
        </Button>
        <input ref={fileInput} type="file" accept={ACCEPTED} hidden onChange={send} />
      </div>
    </div>
  );
}

function Preview({ address }: { address: string }) {
  const { t } = useTranslation();
  const src = usePicturePreview(address, 160);
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  if (!src) return null;
  if (src === brokenSrc) {
    return (
      <p role="status" className="flex w-full items-start gap-2 text-alert text-sm">
        <ImageOff aria-hidden className="mt-0.5 size-4 shrink-0" />
        {t('artist-form.upload.broken')}
      </p>
    );
  }
  return (
    <img
      src={src}
      alt={t('artist-form.upload.preview')}
      onError={() => setBrokenSrc(src)}
      className="size-20 rounded-xl border border-surface-line bg-surface-high object-cover"
    />
  );
}
