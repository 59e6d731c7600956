import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { FileDrop } from './file-drop';
import { ImportDone } from './import-done';
import { ImportGuide } from './import-guide';
import { PreviewView } from './preview-view';
import { ProblemNotice } from './problem-notice';
import { useCatalogImport } from './use-catalog-import';

/** Artists and nominations from a file: what it would do is shown before it is done. */
export function CatalogImportScreen() {
  const { t } = useTranslation();
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
    </div>
  );
}
