import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import { Separator } from '#client/ui/separator';
import type { ImportIssue, ImportPreview } from '#shared/contracts/catalog-import';
import { IMPORT_HEADINGS } from '#shared/domain/catalog-import';
import { LongList } from './long-list';

interface IssueListProps {
  preview: ImportPreview;
  /** What can be done about them here. */
  children: ReactNode;
}

/** Lists each invalid row and column in the order of the sheet. */
export function IssueList({ preview: { issues, issueCount }, children }: IssueListProps) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="import-issues" className="flex flex-col gap-3">
      <div role="alert">
        <h2 id="import-issues" className="font-bold text-alert text-xl">
          {t('catalog-import.issues.heading', { count: issueCount })}
        </h2>
        <p className="text-ivory-soft">{t('catalog-import.issues.hint')}</p>
      </div>
      {children}
      <LongList
        items={issues}
        itemKey={(issue, index) => `${index}-${issue.row}`}
        className="divide-y divide-surface-line rounded-xl border border-surface-line bg-surface-raised"
      >
        {(issue) => <IssueItem issue={issue} />}
      </LongList>
      {issueCount > issues.length && (
        <p className="text-ivory-soft text-sm">
          {t('catalog-import.issues.further', { count: issueCount - issues.length })}
        </p>
      )}
    </section>
  );
}

function IssueItem({ issue }: { issue: ImportIssue }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { row, field, value, problem, details } = issue;
  const suggestion = field ? IMPORT_HEADINGS[language][field] : '';
  return (
    <div className="grid gap-x-4 gap-y-1 px-4 py-3 md:grid-cols-[16rem_1fr]">
      <p className="wrap-anywhere font-semibold">
        {t('catalog-import.issues.row', { row })}
        {(issue.column ?? suggestion) && (
          <span className="font-normal text-ivory-soft">
            <Separator />
            {issue.column ?? suggestion}
          </span>
        )}
      </p>
      <div className="flex min-w-0 flex-col gap-1">
        <p className="wrap-anywhere">
          {t(`catalog-import.problem.${problem}`, { ...details, column: suggestion })}
        </p>
        {value && <Quotation label={t('catalog-import.issues.inFile')} text={value} />}
        {QUOTED_BELOW.has(problem) && details.text && (
          <Quotation
            label={
              details.otherRow === undefined
                ? t('catalog-import.issues.inCatalog')
                : t('catalog-import.issues.inRow', { row: details.otherRow })
            }
            text={details.text}
          />
        )}
      </div>
    </div>
  );
}

/** Problems that quote the other text, which may be long, below the sentence rather than in it. */
const QUOTED_BELOW = new Set<ImportIssue['problem']>(['profileConflict', 'differsFromCatalog']);

const Quotation = ({ label, text }: { label: string; text: string }) => (
  <p className="text-ivory-soft text-sm">
    {label}{' '}
    <q className="wrap-anywhere rounded bg-surface-high px-1.5 py-0.5 text-ivory [quotes:none]">
      {text}
    </q>
  </p>
);
