import { MARKS } from './marks';
import type { Picture } from './picture';

/** Which colour is what; a single one needs no explanation. */
export function ChartLegend({ picture }: { picture: Picture }) {
  if (picture.kind === 'bars' || picture.series.length < 2) return null;
  return (
    <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-ivory-soft text-sm">
      {picture.series.map(({ name, mark }) => (
        <li key={name} className="flex items-center gap-2">
          <span
            aria-hidden
            className="size-3.5 shrink-0 rounded-sm forced-color-adjust-none"
            style={{ backgroundColor: MARKS[mark] }}
          />
          {name}
        </li>
      ))}
    </ul>
  );
}
