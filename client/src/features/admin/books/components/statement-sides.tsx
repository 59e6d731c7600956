import { useTranslation } from 'react-i18next';
import { SelectField } from '#client/features/admin/shell/index';
import { formatMoney } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import type { StatementMapping, StatementReading } from '#shared/contracts/books';

type Sides = StatementMapping['sides'];

interface StatementSidesProps {
  sides: StatementReading['sides'];
  chosen: Sides;
  onChoose: (sides: Sides) => void;
}

/** Decides for values of unused columns whether the money of their lines came in. */
export function StatementSides({ sides, chosen, onChoose }: StatementSidesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <fieldset className="min-w-0">
      <legend className="font-bold font-sans text-base">{t('books.statement.sides')}</legend>
      <p className="text-ivory-soft text-sm">{t('books.statement.sidesHint')}</p>
      <ul className="divide-y divide-surface-line">
        {sides.map(({ column, text, lines, amount, meaning }) => {
          const isThis = (side: Sides[number]) => side.column === column && side.text === text;
          const others = chosen.filter((side) => !isThis(side));
          const value = text === '*' ? t('books.statement.anyValue') : text;
          return (
            <li key={`${column} ${text}`} className="flex flex-wrap items-end gap-x-4 py-2">
              <p className="min-w-0 flex-1 basis-[min(14rem,100%)] wrap-anywhere">
                <span translate="no" className="font-semibold">
                  {t('books.statement.valueOf', { column, value })}
                </span>{' '}
                <span className="text-ivory-soft text-sm">
                  {t('books.statement.sum', {
                    count: lines,
                    amount: formatMoney({ amountMinor: amount, currency: 'XAF' }, language),
                  })}
                </span>
              </p>
              <SelectField
                isDense
                label={t('books.statement.sideOf', { value })}
                value={chosen.find(isThis)?.meaning ?? meaning}
                choices={['came', 'left', 'failed'] as const}
                textOf={(choice) => t(`books.statement.side.${choice}`)}
                onChoose={(choice) => onChoose([...others, { column, text, meaning: choice }])}
              />
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
