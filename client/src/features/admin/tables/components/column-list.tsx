import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#client/ui/badge';
import { Button } from '#client/ui/button';
import { SelectField } from '#client/ui/fields/select-field';
import { Separated } from '#client/ui/separator';

export interface ShownColumn<Field extends string> {
  /** Empty for a column without a heading. */
  heading: string;
  /** The first values. */
  samples: readonly string[];
  /** Null for one that is left out. */
  field: Field | null;
  /** How the meaning was found, if nobody has chosen it. */
  origin: 'guessed' | 'remembered' | null;
}

interface ColumnListProps<Field extends string> {
  columns: readonly ShownColumn<Field>[];
  fields: readonly Field[];
  textOf: (field: Field) => string;
  /** Gets the index of the column, and null to leave it out. */
  onChoose: (at: number, field: Field | null) => void;
}

/** Columns left out that are shown at once. */
const SHOWN_LEFT_OUT = 8;
const LEAVE_OUT = '';

/** Lists the columns of a file with their first values, and lets each one's meaning be chosen. */
export function ColumnList<Field extends string>({
  columns,
  fields,
  textOf,
  onChoose,
}: ColumnListProps<Field>) {
  const { t } = useTranslation();
  const [showsAll, setShowsAll] = useState(false);
  let leftOut = 0;
  const listed = columns.flatMap((column, at) => {
    const isUnused = column.heading === '' && column.samples.length === 0;
    if (isUnused && column.field === null) return [];
    if (column.field === null) leftOut += 1;
    return showsAll || column.field !== null || leftOut <= SHOWN_LEFT_OUT
      ? [{ ...column, at }]
      : [];
  });
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <ul className="divide-y divide-surface-line rounded-xl border border-surface-line bg-surface-raised">
        {listed.map(({ at, heading, samples, field, origin }) => {
          const name = heading || t('tables.column.unnamed', { letters: lettersOf(at) });
          return (
            <li key={at} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
              <div className="min-w-0 flex-1 basis-[min(16rem,100%)]">
                <p className="flex flex-wrap items-center gap-x-2">
                  <span className="min-w-0 wrap-anywhere font-semibold" translate="no">
                    {name}
                  </span>
                  {origin && <Badge>{t(`tables.column.${origin}`)}</Badge>}
                </p>
                <p className="wrap-anywhere text-ivory-soft text-sm" translate="no">
                  <Separated items={samples} />
                </p>
              </div>
              <div className="min-w-0 grow basis-[min(14rem,100%)] sm:max-w-64">
                <SelectField
                  isDense
                  isLabelHidden
                  label={t('tables.column.meaning', { column: name })}
                  value={field ?? LEAVE_OUT}
                  choices={[LEAVE_OUT, ...fields]}
                  textOf={(choice) =>
                    choice === LEAVE_OUT ? t('tables.column.leaveOut') : textOf(choice as Field)
                  }
                  onChoose={(choice) =>
                    onChoose(at, choice === LEAVE_OUT ? null : (choice as Field))
                  }
                />
              </div>
            </li>
          );
        })}
      </ul>
      {leftOut > SHOWN_LEFT_OUT && !showsAll && (
        <Button
          variant="outline"
          size="sm"
          className="self-start"
          onClick={() => setShowsAll(true)}
        >
          {t('tables.column.showLeftOut', { count: leftOut - SHOWN_LEFT_OUT })}
        </Button>
      )}
    </div>
  );
}

const LETTERS = 26;
const FIRST_LETTER = 'A'.charCodeAt(0);

/** Returns the letters by which spreadsheets name a column: A, B, … Z, AA. */
const lettersOf = (at: number): string =>
  (at >= LETTERS ? lettersOf(Math.floor(at / LETTERS) - 1) : '') +
  String.fromCharCode(FIRST_LETTER + (at % LETTERS));
