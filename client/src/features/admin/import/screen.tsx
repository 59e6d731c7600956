import { ArrowLeft, CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { PhotoBatch } from '#client/features/admin/photos/index';
import { Notice } from '#client/features/admin/shell/index';
import { ColumnList, FoundTable } from '#client/features/admin/tables/index';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import type { ImportResult } from '#shared/contracts/catalog-import';
import {
  IMPORT_COLUMNS,
  IMPORT_HEADINGS,
  IMPORT_MAX_BYTES,
  IMPORT_MAX_ROWS,
} from '#shared/domain/catalog-import';
import { ArtistsPreview } from './components/artists-preview';
import { ChoicesForm } from './components/choices-form';
import { FileDrop } from './components/file-drop';
import { ImportGuide } from './components/import-guide';
import { IssueList } from './components/issue-list';
import { ImportCounts } from './components/long-list';
import { NO_CHOICES } from './model/choices';
import { type CatalogImport, type CheckedFile, useCatalogImport } from './use-catalog-import';

const BYTES_PER_MB = 1024 * 1024;

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
  checked: CheckedFile;
  steps: CatalogImport;
}

/** Shows how the file was read, and what the import would do or everything that prevents it. */
function PreviewView({ checked, steps }: PreviewViewProps) {
  const { preview, choices } = checked;
  return (
    <>
      <FoundTable
        found={preview}
        // Other headings have other columns.
        onPlace={(place) => steps.checkAgain({ ...NO_CHOICES, place })}
      />
      <Columns checked={checked} steps={steps} />
      {preview.issueCount > 0 ? (
        <IssueList preview={preview}>
          <ChoicesForm
            issues={preview.issues}
            choices={choices}
            headingsRow={preview.headingsRow}
            isBusy={steps.isChecking}
            onCheck={steps.checkAgain}
          />
        </IssueList>
      ) : (
        <ArtistsPreview
          preview={preview}
          isSaving={steps.isSaving}
          onSave={() => steps.save(checked)}
        />
      )}
    </>
  );
}

/** The meaning of each column; open when it is not certain. */
function Columns({ checked: { preview, choices }, steps }: PreviewViewProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const fields = choices.columns ?? preview.columns.map(({ field }) => field);
  const isCertain = preview.columns.every(({ field, isGuessed }) => field !== null && !isGuessed);
  return (
    <details open={!isCertain} className="min-w-0">
      <summary className="min-h-touch cursor-pointer content-center font-bold">
        {t('catalog-import.columns.heading')}
      </summary>
      <p className="mb-2 max-w-prose text-ivory-soft text-sm">{t('catalog-import.columns.hint')}</p>
      <ColumnList
        columns={preview.columns.map(({ heading, samples, field, isGuessed }) => ({
          heading,
          samples,
          field,
          origin: isGuessed ? 'guessed' : null,
        }))}
        fields={IMPORT_COLUMNS}
        textOf={(field) => IMPORT_HEADINGS[language][field]}
        onChoose={(at, field) =>
          steps.checkAgain({
            // A field has one column: the one that was chosen last.
            columns: fields.map((other, index) =>
              index === at ? field : other === field ? null : other,
            ),
          })
        }
      />
    </details>
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
              text={t(`tables.file.${fileProblem}`, {
                rows: IMPORT_MAX_ROWS,
                megabytes: IMPORT_MAX_BYTES / BYTES_PER_MB,
              })}
              onRetry={fileProblem === 'not-checked' ? () => steps.checkAgain() : undefined}
            />
          )}
          {saveProblem && (
            <ProblemNotice
              text={t(`catalog-import.save.${saveProblem}`)}
              onRetry={saveProblem === 'uncertain' ? () => steps.checkAgain() : undefined}
            />
          )}
          {checked && (
            <PreviewView
              key={`${checked.preview.plan} ${checked.preview.issueCount}`}
              checked={checked}
              steps={steps}
            />
          )}
          {!checked && !isChecking && <ImportGuide />}
        </>
      )}
      {/* While a file is read there is nothing above it, and it would move up and down again. */}
      <div className={isChecking && !checked ? 'hidden' : undefined}>
        <PhotoBatch newArtists={checked?.preview.artists} />
      </div>
    </div>
  );
}
