import { FileUp } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button';
import { STATEMENT_MAX_BYTES, STATEMENT_MAX_LINES } from '#shared/contracts/books';
import { STATEMENT_MAX_DAYS } from '#shared/domain/books';
import { useStatement } from '../use-statement';
import { StatementForm } from './statement-form';

const BYTES_PER_MB = 1024 * 1024;

interface StatementUploadProps {
  provider: string;
  day: string;
}

/** Uploads the statement of a provider that has no list. */
export function StatementUpload({ provider, day }: StatementUploadProps) {
  const { t } = useTranslation();
  const fileInput = useRef<HTMLInputElement>(null);
  const [days, setDays] = useState({ from: day, until: day });
  const statement = useStatement(provider);
  const { file, fileProblem, isReading, isComparing, result, hasFailed } = statement;
  const isDone = result !== null && result.problems.length === 0;
  const chooseFrom = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const chosen = currentTarget.files?.[0];
    currentTarget.value = ''; // Lets the same file be chosen again after it was corrected.
    if (chosen) statement.choose(chosen);
  };
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="outline"
          size="sm"
          isBusy={isReading}
          disabled={isComparing}
          onClick={() => fileInput.current?.click()}
        >
          {!isReading && <FileUp aria-hidden className="size-4" />}
          {t(file === null ? 'books.statement.choose' : 'books.statement.chooseOther')}
        </Button>
        {file && <span className="min-w-0 wrap-anywhere text-sm">{file.name}</span>}
      </div>
      <input
        ref={fileInput}
        type="file"
        aria-label={t('books.statement.choose')}
        hidden
        onChange={chooseFrom}
      />
      {fileProblem && (
        <p role="alert" className="text-alert text-sm">
          {t(`tables.file.${fileProblem}`, {
            rows: STATEMENT_MAX_LINES,
            megabytes: STATEMENT_MAX_BYTES / BYTES_PER_MB,
          })}
        </p>
      )}
      {isDone && (
        <p role="status" className="text-sm">
          {t('books.statement.done', { count: result.lines })}{' '}
          {result.strangers > 0 && t('books.statement.strangers', { count: result.strangers })}
        </p>
      )}
      {hasFailed && (
        <p role="alert" className="text-alert text-sm">
          {t('books.statement.failed')}
        </p>
      )}
      {file && !isDone && (
        <StatementForm
          // Another reading of the file has other columns or sums.
          key={file.readAt}
          preview={file.preview}
          proposal={file.proposal}
          days={days}
          onDays={setDays}
          maxDays={STATEMENT_MAX_DAYS}
          problems={result?.problems ?? []}
          isChecking={isReading}
          isComparing={isComparing}
          onPlace={statement.readFrom}
          onCheck={statement.check}
          onCompare={statement.compare}
        />
      )}
    </div>
  );
}
