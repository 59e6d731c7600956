import { useTranslation } from 'react-i18next';
import { SelectField } from '#client/features/admin/shell/index';
import type { StatementMapping, StatementReading } from '#shared/contracts/books';
import { StatementValue } from './statement-value';

type Sides = StatementMapping['sides'];

interface StatementSidesProps {
  sides: StatementReading['sides'];
  chosen: Sides;
  onChoose: (sides: Sides) => void;
}

/** Decides for values of unused columns whether the money of their lines came in. */
export function StatementSides({ sides, chosen, onChoose }: StatementSidesProps) {
  const { t } = useTranslation();
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
            <StatementValue
              key={`${column} ${text}`}
              text={t('books.statement.valueOf', { column, value })}
              lines={lines}
              amount={amount}
            >
              <SelectField
                isDense
                label={t('books.statement.sideOf', { value })}
                value={chosen.find(isThis)?.meaning ?? meaning}
                choices={['came', 'left', 'failed'] as const}
                textOf={(choice) => t(`books.statement.side.${choice}`)}
                onChoose={(choice) => onChoose([...others, { column, text, meaning: choice }])}
              />
            </StatementValue>
          );
        })}
      </ul>
    </fieldset>
  );
}
