import { clsx } from 'clsx';
import { ScrollRegion } from '../scroll-region';

export interface Numbers {
  /** The first one names the subject of a row. */
  columns: readonly string[];
  rows: readonly { id: string; cells: readonly string[] }[];
}

interface NumbersTableProps {
  caption: string;
  numbers: Numbers;
  /** Labels of the button that opens and closes it. */
  texts: { show: string; hide: string };
  /** True when there is no chart to see. */
  isOpen?: boolean;
}

/** The numbers of a chart as a table: collapsed at first, and scrolling within itself. */
export function NumbersTable({ caption, numbers, texts, isOpen = false }: NumbersTableProps) {
  return (
    <details open={isOpen} className="group mt-2">
      <summary className="-ml-2 inline-flex min-h-touch cursor-pointer items-center rounded-lg px-2 font-semibold text-gold text-sm underline underline-offset-4 hover:bg-surface-high">
        <span className="group-open:hidden">{texts.show}</span>
        <span className="hidden group-open:inline">{texts.hide}</span>
        <span className="sr-only">{` – ${caption}`}</span>
      </summary>
      <ScrollRegion label={caption} className="mt-2 max-h-96 rounded-lg">
        <table className="w-full text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead className="sticky top-0 bg-surface-high text-ivory-soft">
            <tr>
              {numbers.columns.map((column, index) => (
                <th key={column} scope="col" className={cellClasses(index)}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-surface-line">
            {numbers.rows.map(({ id, cells: [head, ...figures] }) => (
              <tr key={id}>
                <th scope="row" className={clsx(cellClasses(0), 'font-normal')}>
                  {head}
                </th>
                {figures.map((figure, index) => (
                  <td key={numbers.columns[index + 1]} className={cellClasses(index + 1)}>
                    {figure}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}

const cellClasses = (index: number) =>
  clsx('px-2 py-1.5 sm:px-3', index === 0 ? 'min-w-20 text-left' : 'text-right tabular-nums');
