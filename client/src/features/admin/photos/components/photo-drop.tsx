import { clsx } from 'clsx';
import { FolderUp, ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDroppedFiles } from '#client/lib/use-dropped-files';
import { Button } from '#client/ui/button';
import { droppedFiles, isPhotoOrZip } from '../model/list-photos';

interface PhotoDropProps {
  isBusy: boolean;
  onFiles: (files: File[] | Promise<File[]>) => void;
}

/** Accepts photographs, folders and zips, by button or dropped anywhere on the page. */
export function PhotoDrop({ isBusy, onFiles }: PhotoDropProps) {
  const { t } = useTranslation();
  // Before the import of a table on the same page, which takes every other file.
  const isDraggedOver = useDroppedFiles(
    (dropped) => {
      const isOurs = holdsPhotos(dropped);
      if (isOurs) onFiles(droppedFiles(dropped));
      return isOurs;
    },
    { isFirst: true },
  );
  return (
    <div
      className={clsx(
        'flex flex-wrap items-center gap-3 rounded-xl border-2 border-dashed px-4 py-4',
        isDraggedOver ? 'border-gold bg-surface-high' : 'border-ivory-muted/70 bg-surface-raised',
      )}
    >
      <p className="min-w-[min(12rem,100%)] flex-1 text-ivory-soft text-sm">{t('photos.drop')}</p>
      <FileButton icon={ImageUp} text={t('photos.choose')} isBusy={isBusy} onFiles={onFiles} />
      <FileButton
        isFolder
        icon={FolderUp}
        text={t('photos.chooseFolder')}
        isBusy={isBusy}
        onFiles={onFiles}
      />
    </div>
  );
}

interface FileButtonProps extends PhotoDropProps {
  icon: typeof ImageUp;
  text: string;
  isFolder?: boolean;
}

function FileButton({ icon: Icon, text, isBusy, isFolder = false, onFiles }: FileButtonProps) {
  /** Kept, because some browsers forget an input that is not in the page. */
  const input = useRef<HTMLInputElement>(null);
  const open = () => {
    const chooser = document.createElement('input');
    chooser.type = 'file';
    chooser.multiple = true;
    if (isFolder) chooser.webkitdirectory = true;
    else chooser.accept = 'image/*,.heic,.heif,.zip';
    chooser.onchange = () => onFiles([...(chooser.files ?? [])]);
    input.current = chooser;
    chooser.click();
  };
  return (
    <Button
      variant="outline"
      size="sm"
      // Phones have no folders to choose.
      className={clsx(isFolder && 'max-sm:hidden')}
      isBusy={isBusy}
      onClick={open}
    >
      {!isBusy && <Icon aria-hidden className="size-5" />}
      {text}
    </Button>
  );
}

const holdsPhotos = ({ files, items }: DataTransfer): boolean =>
  [...files].some(isPhotoOrZip) ||
  [...items].some((item) => item.webkitGetAsEntry?.()?.isDirectory === true);
