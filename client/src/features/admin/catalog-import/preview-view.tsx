import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ImportPreview } from '#shared/contracts/catalog-import';
import { Notice } from '../shell/notice';
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
        <Notice icon={Info} text={t('catalog-import.windowsLetters')} />
      )}
      {preview.issueCount > 0 ? (
        <IssueList preview={preview} />
      ) : (
        <ArtistsPreview preview={preview} isSaving={isSaving} onSave={onSave} />
      )}
    </>
  );
}
