import { clsx } from 'clsx';
import { Download, Printer, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canShareFiles, useShareFile } from '#client/features/share/index';
import { Button } from '#client/ui/button';
import { toastError } from '#client/ui/overlay/toast';
import { UntranslatedPart } from '#client/ui/untranslated-part';
import type { Language } from '#shared/domain/localized';
import { POSTER_TYPES, type PosterFormat, posterPath } from '#shared/domain/poster';

const FILE_TYPES = { jpg: 'image/jpeg', pdf: 'application/pdf' } as const;

interface PosterCardProps {
  nominationId: string;
  format: PosterFormat;
  language: Language;
  /** Name of the file without its extension. */
  fileName: string;
  /** Name of the artist. */
  name: string;
  /** Description for screen readers. */
  label: string;
  /** Text to post with the picture: in a chat, its link can be pressed. */
  caption: string;
}

/** One poster as it looks, to be saved or shared. */
export function PosterCard(props: PosterCardProps) {
  const { nominationId, format, language, name, label, caption } = props;
  const { t } = useTranslation();
  const shareFile = useShareFile();
  const type = POSTER_TYPES[format];
  const address = posterPath(nominationId, format, language);
  const fileName = `${props.fileName}-${format}-${language}.${type}`;
  const [canShare] = useState(() => canShareFiles(fileName, FILE_TYPES[type]));
  const [isBusy, setIsBusy] = useState(false);

  const share = async () => {
    setIsBusy(true);
    try {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`no poster: ${answer.status}`);
      await shareFile(
        new File([await answer.blob()], fileName, { type: FILE_TYPES[type] }),
        caption,
      );
    } catch {
      toastError(t('posters.failed.title'), t('posters.failed.description'));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <li className="flex flex-col gap-3 rounded-card border border-surface-line bg-surface-raised p-4">
      <div
        className={clsx(
          'flex items-center justify-center overflow-hidden rounded-xl bg-surface sm:h-72',
          type === 'pdf' ? 'h-32' : 'h-72',
        )}
      >
        {type === 'pdf' ? (
          <Printer aria-hidden className="size-16 text-ivory-muted" />
        ) : (
          <img
            key={address}
            src={address}
            alt={label}
            loading="lazy"
            className="max-h-full max-w-full object-contain"
          />
        )}
      </div>
      <div className="flex-1">
        <h3 className="font-bold text-lg">{t(`posters.format.${format}`)}</h3>
        <p className="text-ivory-soft text-sm">{t(`posters.use.${format}`)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button asChild className="flex-1 px-3">
          <a href={address} download={fileName}>
            <Download aria-hidden className="size-5" />
            {t('posters.save')}
            <span className="sr-only">
              {' '}
              <UntranslatedPart part={name}>{label}</UntranslatedPart>
            </span>
          </a>
        </Button>
        {canShare && (
          <Button
            variant="outline"
            className="flex-1 px-3"
            isBusy={isBusy}
            onClick={() => void share()}
          >
            {!isBusy && <Share2 aria-hidden className="size-5" />}
            {t('posters.share')}
            <span className="sr-only">
              {' '}
              <UntranslatedPart part={name}>{label}</UntranslatedPart>
            </span>
          </Button>
        )}
      </div>
    </li>
  );
}
