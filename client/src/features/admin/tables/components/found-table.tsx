import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#client/features/admin/shell/index';
import { SelectField } from '#client/ui/fields/select-field';
import type { TableEncoding, TableFound, TablePlace } from '#shared/contracts/tables';

interface FoundTableProps {
  found: TableFound;
  /** Reads the file again with another sheet or another row of headings. */
  onPlace: (place: TablePlace) => void;
}

/** Rows offered as headings. */
const ROWS_OFFERED = 30;

/** Encodings that a file does not name: its letters may be wrong. */
const GUESSED_ENCODINGS: Partial<Record<TableEncoding, string>> = {
  'windows-1252': 'Windows-1252',
  cp850: 'MS-DOS (CP850)',
  macintosh: 'Mac Roman',
};

/** Says where in the file the table was found and what was passed over, and lets both be changed. */
export function FoundTable({ found, onPlace }: FoundTableProps) {
  const { t } = useTranslation();
  const { encoding, sheets, sheet, headingsRow, passedOver, passedOverCount } = found;
  const guessed = GUESSED_ENCODINGS[encoding];
  const rows = Array.from({ length: Math.max(ROWS_OFFERED, headingsRow) }, (_, at) => at + 1);
  const place: TablePlace = { ...(sheet !== null && { sheet }), headingsRow };
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {guessed && <Notice icon={Info} text={t('tables.guessedLetters', { encoding: guessed })} />}
      <div className="flex min-w-0 flex-wrap gap-x-4 gap-y-2">
        {sheet !== null && sheets.length > 1 && (
          <SelectField
            isDense
            label={t('tables.sheet', { count: sheets.length })}
            value={sheet}
            choices={sheets}
            textOf={(name) => name}
            onChoose={(name) => onPlace({ sheet: name })}
          />
        )}
        <SelectField
          isDense
          label={t('tables.headingsRow')}
          value={headingsRow}
          choices={rows}
          textOf={(row) => t('tables.row', { row })}
          onChoose={(row) => onPlace({ ...place, headingsRow: row })}
        />
      </div>
      {passedOverCount > 0 && (
        <details className="min-w-0 text-sm">
          <summary className="min-h-touch cursor-pointer content-center font-semibold">
            {t('tables.passedOver', { count: passedOverCount })}
          </summary>
          <ul className="divide-y divide-surface-line">
            {passedOver.map(({ row, text, why }) => (
              <li key={`${row} ${why} ${text}`} className="wrap-anywhere py-1.5 text-ivory-soft">
                {t('tables.row', { row })}: <span translate="no">{text}</span> (
                {t(`tables.why.${why}`)})
              </li>
            ))}
            {passedOverCount > passedOver.length && (
              <li className="py-1.5 text-ivory-soft">
                {t('tables.furtherPassed', { count: passedOverCount - passedOver.length })}
              </li>
            )}
          </ul>
        </details>
      )}
    </div>
  );
}
