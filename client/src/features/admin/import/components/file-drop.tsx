import { clsx } from 'clsx';
import { FileSpreadsheet, FileUp } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDroppedFiles } from '#client/lib/use-dropped-files';
import { Button } from '#client/ui/button';
import { IMPORT_MAX_ROWS } from '#shared/domain/catalog-import';
import type { CatalogImport } from '../use-catalog-import';

/**
 * Accepts a file by button, or dropped anywhere on the page: otherwise the browser would open it.
 */
export function FileDrop({ steps }: { steps: CatalogImport }) {
  const { t } = useTranslation();
  const fileInput = useRef<HTMLInputElement>(null);
  const { choose, fileName, isChecking, isSaving } = steps;
  const isBusy = isChecking || isSaving;
  const isDraggedOver = useDroppedFiles(({ files: [file] }) => {
    if (file && !isBusy) choose(file);
    return file !== undefined;
  });

  const chooseFrom = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    currentTarget.value = ''; // Lets the same file be chosen again after it was corrected.
    if (file) choose(file);
  };

  return (
    <section
      aria-label={t('catalog-import.drop.label')}
      className={clsx(
        'flex flex-wrap items-center gap-x-5 gap-y-3 rounded-xl border-2 border-dashed px-4 py-5 sm:px-6',
        isDraggedOver ? 'border-gold bg-surface-high' : 'border-ivory-muted/70 bg-surface-raised',
      )}
    >
      <FileSpreadsheet aria-hidden className="size-9 shrink-0 text-gold max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="wrap-anywhere font-semibold" role="status">
          {isChecking && t('catalog-import.drop.checking', { fileName })}
          {!isChecking && (fileName ?? t('catalog-import.drop.hint'))}
        </p>
        <p className="text-ivory-soft text-sm">
          {t('catalog-import.drop.limits', { rows: IMPORT_MAX_ROWS })}
        </p>
      </div>
      <Button
        variant={fileName === null ? 'gold' : 'outline'}
        isBusy={isChecking}
        disabled={isSaving}
        onClick={() => fileInput.current?.click()}
      >
        {!isChecking && <FileUp aria-hidden className="size-5" />}
        {t(fileName === null ? 'catalog-import.drop.choose' : 'catalog-import.drop.chooseOther')}
      </Button>
      {/* Accepts any type: a message says what to do with a file that is no table. */}
      <input
        ref={fileInput}
        type="file"
        aria-label={t('catalog-import.drop.label')}
        hidden
        onChange={chooseFrom}
      />
    </section>
  );
}
