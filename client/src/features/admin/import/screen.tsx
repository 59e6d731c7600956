import { ArrowLeft, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { PhotoBatch } from '#client/features/admin/photos/index';
import { Notice } from '#client/features/admin/shell/index';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { Button } from '#client/ui/button';
import type { ImportPreview, ImportResult } from '#shared/contracts/catalog-import';
import { ArtistsPreview } from './components/artists-preview';
import { FileDrop } from './components/file-drop';
import { ImportGuide } from './components/import-guide';
import { IssueList } from './components/issue-list';
import { ImportCounts } from './components/long-list';
import { useCatalogImport } from './use-catalog-import';

interface ImportDoneProps {
  result: ImportResult;
  onStartOver: () => void;
}

function ImportDone({ result, onStartOver }: ImportDoneProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone: keyboard and screen reader users continue here.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="flex flex-col gap-4 rounded-xl border border-surface-line bg-surface-raised px-4 py-5 sm:px-6">
      <h2
        ref={heading}
        tabIndex={-1}
        className="flex items-center gap-3 font-bold text-xl outline-none"
      >
        <CircleCheck aria-hidden className="size-7 shrink-0 text-success" />
        <span className="min-w-0">{t('catalog-import.done.heading')}</span>
      </h2>
      <ImportCounts counts={result} />
      <p className="text-ivory-soft">{t('catalog-import.done.hint')}</p>
      <div className="flex flex-wrap gap-3">
        <Button asChild>
          <Link href="/admin?tab=artists">{t('catalog-import.done.artists')}</Link>
        </Button>
        <Button variant="outline" onClick={onStartOver}>
          {t('catalog-import.done.again')}
        </Button>
      </div>
    </section>
  );
}

interface PreviewViewProps {
  preview: ImportPreview;
  isSaving: boolean;
  onSave: () => void;
}

/** Shows what the import would do, or everything that prevents it. */
function PreviewView({ preview, isSaving, onSave }: PreviewViewProps) {
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

interface ProblemNoticeProps {
  text: string;
  onRetry?: (() => void) | undefined;
}

function ProblemNotice({ text, onRetry }: ProblemNoticeProps) {
  const { t } = useTranslation();
  return (
    <Notice isProblem icon={TriangleAlert} text={text}>
      {onRetry && (
        <Button variant="outline" size="sm" onClick={onRetry}>
          {t('catalog-import.checkAgain')}
        </Button>
      )}
    </Notice>
  );
}

/** Imports artists and nominations from a file, after a preview. */
export function CatalogImportScreen() {
  const { t } = useTranslation();
  usePageTitle(t('catalog-import.title'));
  const steps = useCatalogImport();
  const { checked, isChecking, fileProblem, saveProblem, result } = steps;
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5 px-3 py-5 sm:px-6">
      <header>
        <Link
          href="/admin"
          className="inline-flex min-h-touch items-center gap-2 text-ivory-soft text-sm hover:text-ivory"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {t('catalog-import.back')}
        </Link>
        <h1 className="font-bold text-2xl outline-none">{t('catalog-import.title')}</h1>
        <p className="mt-1 max-w-prose text-ivory-soft">{t('catalog-import.intro')}</p>
      </header>
      {result ? (
        <ImportDone result={result} onStartOver={steps.startOver} />
      ) : (
        <>
          <FileDrop steps={steps} />
          {fileProblem && (
            <ProblemNotice
              text={t(`catalog-import.file.${fileProblem}`)}
              onRetry={fileProblem === 'notChecked' ? steps.checkAgain : undefined}
            />
          )}
          {saveProblem && (
            <ProblemNotice
              text={t(`catalog-import.save.${saveProblem}`)}
              onRetry={saveProblem === 'uncertain' ? steps.checkAgain : undefined}
            />
          )}
          {checked && (
            <PreviewView
              key={checked.preview.plan}
              preview={checked.preview}
              isSaving={steps.isSaving}
              onSave={() => steps.save(checked)}
            />
          )}
          {!checked && !isChecking && <ImportGuide />}
        </>
      )}
      <PhotoBatch newArtists={checked?.preview.artists} />
    </div>
  );
}
