import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '#client/features/admin/shell/index';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { TextField } from '#client/ui/fields/text-field';
import { ScrollRegion } from '#client/ui/scroll-region';
import type { StatementMapping, StatementPreview, StatementProblem } from '#shared/contracts/books';
import type { StatementOrder } from '../use-statement';

type Chosen = StatementPreview['mapping'];

/** @returns null until every required column is chosen */
function completeMappingOf({ amount, at, ...rest }: Chosen): StatementMapping | null {
  return amount === null || at === null ? null : { ...rest, amount, at };
}

/** Returns the first problem of one field. */
const problemAt = (
  problems: readonly StatementProblem[],
  field: StatementProblem['field'],
): StatementProblem | null => problems.find((problem) => problem.field === field) ?? null;

const COLUMNS = ['payment', 'reference', 'amount', 'at', 'fee', 'status'] as const;
const NONE = '';

/** Shows the first lines, to help choose the columns. */
function Sample({ preview: { columns, sample } }: { preview: StatementPreview }) {
  const { t } = useTranslation();
  return (
    <ScrollRegion label={t('books.statement.sample')} className="min-w-0 rounded-lg">
      <table className="w-full text-left text-xs">
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" className="whitespace-nowrap px-2 py-1">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map((cells) => (
            <tr key={cells.join('\t')}>
              {columns.map((name, at) => (
                <td key={name} className="whitespace-nowrap px-2 py-1 text-ivory-soft">
                  {cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** Returns the problem at a field, with the affected rows. */
function useProblemText(problems: readonly StatementProblem[]) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (field: StatementProblem['field']): string | undefined => {
    const found = problemAt(problems, field);
    if (!found) return undefined;
    const text = t(`books.statement.problem.${found.problem}`);
    if (found.rows.length === 0) return text;
    const rows = new Intl.ListFormat(language).format(found.rows.map(String));
    return `${text} ${t('books.statement.rows', { count: found.count, rows })}`;
  };
}

const ProblemText = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <p role="alert" className="mt-1 text-alert text-sm">
      {text}
    </p>
  );

interface StatementFormProps {
  preview: StatementPreview;
  day: string;
  maxDays: number;
  problems: readonly StatementProblem[];
  isBusy: boolean;
  onCompare: (order: StatementOrder) => void;
}

/** Maps the columns and chooses the days to compare. */
export function StatementForm({
  preview,
  day,
  maxDays,
  problems,
  isBusy,
  onCompare,
}: StatementFormProps) {
  const { t } = useTranslation();
  const [mapping, setMapping] = useState(preview.mapping);
  const [days, setDays] = useState({ from: day, until: day });
  const [isTried, setTried] = useState(false);
  const problemText = useProblemText(problems);
  const completeMapping = completeMappingOf(mapping);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (completeMapping) onCompare({ mapping: completeMapping, ...days });
  };
  const isMissing = (field: (typeof COLUMNS)[number]) =>
    isTried && (field === 'amount' || field === 'at') && mapping[field] === null;
  return (
    <form noValidate className="flex min-w-0 flex-col gap-3" onSubmit={submit}>
      <p className="text-ivory-soft text-sm">
        {t('books.statement.lines', { count: preview.lines })}
      </p>
      <Sample preview={preview} />
      <ProblemText text={problemText('file')} />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {COLUMNS.map((field) => (
          <div key={field} className="min-w-0">
            <SelectField
              isDense
              label={t(`books.statement.column.${field}`)}
              value={mapping[field] ?? NONE}
              choices={[NONE, ...preview.columns]}
              textOf={(name) => (name === NONE ? t('books.statement.noColumn') : name)}
              onChoose={(name) => setMapping({ ...mapping, [field]: name === NONE ? null : name })}
            />
            <ProblemText
              text={isMissing(field) ? t('books.statement.problem.no-column') : problemText(field)}
            />
          </div>
        ))}
        <TextField
          label={t('books.statement.paidWord')}
          value={mapping.paidWord ?? ''}
          maxLength={50}
          disabled={mapping.status === null}
          error={problemText('paidWord')}
          onChange={({ target }) =>
            setMapping({ ...mapping, paidWord: target.value === '' ? null : target.value })
          }
        />
        <SelectField
          label={t('books.statement.dateOrder')}
          value={mapping.dateOrder}
          choices={['ymd', 'dmy', 'mdy'] as const}
          textOf={(order) => t(`books.statement.order.${order}`)}
          onChoose={(dateOrder) => setMapping({ ...mapping, dateOrder })}
        />
        <SelectField
          label={t('books.statement.decimalMark')}
          value={mapping.decimalMark}
          choices={['.', ','] as const}
          textOf={(mark) => t(mark === '.' ? 'books.statement.point' : 'books.statement.comma')}
          onChoose={(decimalMark) => setMapping({ ...mapping, decimalMark })}
        />
        <TextField
          label={t('books.statement.from')}
          type="date"
          value={days.from}
          onChange={({ target }) => setDays({ ...days, from: target.value })}
        />
        <TextField
          label={t('books.statement.until')}
          type="date"
          value={days.until}
          hint={t('books.statement.daysHint', { count: maxDays })}
          error={problemText('days')}
          onChange={({ target }) => setDays({ ...days, until: target.value })}
        />
      </div>
      <div>
        <Button type="submit" size="sm" isBusy={isBusy}>
          {t('books.compare')}
        </Button>
      </div>
    </form>
  );
}
