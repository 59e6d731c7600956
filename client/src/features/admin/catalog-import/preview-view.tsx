import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ImportPreview } from '../../../../../shared/contracts/catalog-import';
import { ArtistsPreview } from './artists-preview';
import { IssueList } from './issue-list';

interface PreviewViewProps {
  preview: ImportPreview;
  isSaving: boolean;
  onSave: () => void;
}

/** What the file would do, or everything that keeps it from being imported. */
export function PreviewView({ preview, isSaving, onSave }: PreviewViewProps) {
  const { t } = useTranslation();
  return (
    <>
      {preview.encoding === 'windows-1252' && (
        <p className="flex items-start gap-3 rounded-xl border border-stage-line bg-stage-raised px-4 py-3 text-sm">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-gold" />
          {t('catalog-import.windowsLetters')}
        </p>
      )}
      {preview.issueCount > 0 ? (
        <IssueList preview={preview} />
      ) : (
        <ArtistsPreview preview={preview} isSaving={isSaving} onSave={onSave} />
      )}
    </>
  );
}
