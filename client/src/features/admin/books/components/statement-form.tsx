import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '#client/features/admin/shell/index';
import { ColumnList, FoundTable } from '#client/features/admin/tables/index';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { TextField } from '#client/ui/fields/text-field';
import {
  STATEMENT_COLUMNS,
  type StatementColumn,
  type StatementPreview,
  type StatementProblem,
} from '#shared/contracts/books';
import type { TablePlace } from '#shared/contracts/tables';
import {
  completeMappingOf,
  type DraftMapping,
  isSameMapping,
  withColumn,
  withProposedSides,
} from '../model/mapping';
import type { StatementOrder } from '../use-statement';
import { StatementSides } from './statement-sides';
import { StatementSums } from './statement-sums';
import { StatementWords } from './statement-words';

/** Returns the sentence about each problem, with the affected rows and its column. */
function useProblemTexts() {
  const { t } = useTranslation();
  const language = useLanguage();
  return ({ field, problem, rows, count }: StatementProblem): string => {
    const text = t(`books.statement.problem.${problem}`);
    const column = STATEMENT_COLUMNS.find((name) => name === field);
    const about = column
      ? t('books.statement.about', { column: t(COLUMN_TEXTS[column]), text })
      : text;
    if (rows.length === 0) return about;
    const listed = new Intl.ListFormat(language).format(rows.map(String));
    return `${about} ${t('books.statement.rows', { count, rows: listed })}`;
  };
}

const COLUMN_TEXTS = {
  payment: 'books.statement.column.payment',
  reference: 'books.statement.column.reference',
  amount: 'books.statement.column.amount',
  credit: 'books.statement.column.credit',
  debit: 'books.statement.column.debit',
  at: 'books.statement.column.at',
  time: 'books.statement.column.time',
  fee: 'books.statement.column.fee',
  status: 'books.statement.column.status',
} as const satisfies Record<StatementColumn, string>;

function Problems({ problems }: { problems: readonly StatementProblem[] }) {
  const { t } = useTranslation();
  const textOf = useProblemTexts();
  if (problems.length === 0) return null;
  return (
    <div role="alert" className="text-alert text-sm">
      <p className="font-semibold">{t('books.statement.problems')}</p>
      <ul className="list-disc pl-5">
        {problems.map((problem) => (
          <li key={`${problem.field} ${problem.problem}`}>{textOf(problem)}</li>
        ))}
      </ul>
    </div>
  );
}

type Days = Pick<StatementOrder, 'from' | 'until'>;

interface StatementFormProps {
  preview: StatementPreview;
  /** The reading whose columns were proposed. */
  proposal: StatementPreview;
  days: Days;
  onDays: (days: Days) => void;
  maxDays: number;
  /** Why nothing was saved. */
  problems: readonly StatementProblem[];
  isChecking: boolean;
  isComparing: boolean;
  onPlace: (place: TablePlace) => void;
  onCheck: (mapping: StatementOrder['mapping']) => void;
  onCompare: (order: StatementOrder) => void;
}

/**
 * Maps the columns, shows what the file then adds up to, and chooses the days to compare. Only a
 * mapping whose sums are shown can be compared.
 */
export function StatementForm({
  preview,
  proposal,
  days,
  onDays,
  maxDays,
  problems,
  isChecking,
  isComparing,
  onPlace,
  onCheck,
  onCompare,
}: StatementFormProps) {
  const { t } = useTranslation();
  const [mapping, setMapping] = useState<DraftMapping>(() => withProposedSides(preview));
  const [isTried, setTried] = useState(false);
  const complete = completeMappingOf(mapping);
  const { reading } = preview;
  const isChecked = reading !== null && isSameMapping(mapping, preview.mapping);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!complete) return;
    if (isChecked) onCompare({ mapping: complete, ...days });
    else onCheck(complete);
  };
  const columns = preview.columns.map(({ name, samples }) => {
    const field = STATEMENT_COLUMNS.find((column) => mapping[column] === name) ?? null;
    const isProposed = field !== null && proposal.mapping[field] === name;
    const isRemembered = field !== null && proposal.remembered.includes(field);
    return {
      heading: name,
      samples,
      field,
      origin: isProposed ? (isRemembered ? ('remembered' as const) : ('guessed' as const)) : null,
    };
  });
  const chooseColumn = (at: number, field: StatementColumn | null) => {
    const name = preview.columns[at]?.name;
    if (name !== undefined) setMapping(withColumn(mapping, name, field));
  };
  // Problems of a saved attempt say more than those of the preview, which they repeat.
  const shown = problems.length > 0 ? problems : isChecked ? reading.problems : [];
  return (
    <form noValidate className="flex min-w-0 flex-col gap-4" onSubmit={submit}>
      <p className="text-ivory-soft text-sm">
        {t('books.statement.lines', { count: preview.lines })}
      </p>
      <FoundTable found={preview} onPlace={onPlace} />
      <section className="flex min-w-0 flex-col gap-2">
        <h4 className="font-bold font-sans text-base">{t('books.statement.columns')}</h4>
        <ColumnList
          columns={columns}
          fields={STATEMENT_COLUMNS}
          textOf={(field) => t(COLUMN_TEXTS[field])}
          onChoose={chooseColumn}
        />
        {isTried && !complete && (
          <p role="alert" className="text-alert text-sm">
            {t('books.statement.incomplete')}
          </p>
        )}
      </section>
      {mapping.status !== null && reading && preview.mapping.status === mapping.status && (
        <StatementWords
          words={reading.words}
          chosen={mapping.paidWords}
          onChoose={(paidWords) => setMapping({ ...mapping, paidWords })}
        />
      )}
      {reading && reading.sides.length > 0 && (
        <StatementSides
          sides={reading.sides}
          chosen={mapping.sides}
          onChoose={(sides) => setMapping({ ...mapping, sides })}
        />
      )}
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <SelectField
          isDense
          label={t('books.statement.dateOrder')}
          value={mapping.dateOrder}
          choices={['ymd', 'dmy', 'mdy'] as const}
          textOf={(order) => t(`books.statement.order.${order}`)}
          onChoose={(dateOrder) => setMapping({ ...mapping, dateOrder })}
        />
        {reading?.twoReadings && (
          <SelectField
            isDense
            label={t('books.statement.twoReadings', { text: reading.twoReadings.text })}
            value={mapping.decimals}
            choices={['auto', 'thousands', reading.twoReadings.mark] as const}
            textOf={(choice) => {
              if (choice === 'auto') return t('books.statement.choosePlease');
              const { thousands, decimal } = reading.twoReadings ?? { thousands: 0, decimal: 0 };
              const count = choice === 'thousands' ? thousands : decimal;
              return t('books.statement.francs', { amount: count });
            }}
            onChoose={(decimals) => setMapping({ ...mapping, decimals })}
          />
        )}
      </div>
      {isChecked && <StatementSums reading={reading} />}
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <TextField
          label={t('books.statement.from')}
          type="date"
          value={days.from}
          onChange={({ target }) => onDays({ ...days, from: target.value })}
        />
        <TextField
          label={t('books.statement.until')}
          type="date"
          value={days.until}
          hint={t('books.statement.daysHint', { count: maxDays })}
          onChange={({ target }) => onDays({ ...days, until: target.value })}
        />
      </div>
      <Problems problems={shown} />
      <div>
        <Button type="submit" size="sm" isBusy={isComparing || isChecking}>
          {isChecked ? t('books.compare') : t('books.statement.check')}
        </Button>
      </div>
    </form>
  );
}
