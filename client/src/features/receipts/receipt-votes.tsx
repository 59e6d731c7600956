import type { Receipt } from '#shared/contracts/receipts';
import { localized } from '#shared/domain/localized';
import { cn } from '../../lib/cn';
import { formatNumber } from '../../lib/format';
import { useLanguage } from '../../lib/use-language';

/** The card cannot grow, so many categories are set smaller. */
function densityOf(lines: number): string {
  if (lines <= 4) return 'gap-y-[1.4cqi] text-[4.6cqi]';
  if (lines <= 8) return 'gap-y-[0.8cqi] text-[3.9cqi]';
  return 'grid-cols-2 gap-x-[4cqi] gap-y-[0.6cqi] text-[3.3cqi]';
}

export function ReceiptVotes({ votesByCategory }: Pick<Receipt, 'votesByCategory'>) {
  const language = useLanguage();
  return (
    <ul
      className={cn('mt-[3.4cqi] grid text-left leading-tight', densityOf(votesByCategory.length))}
    >
      {votesByCategory.map(({ categoryName, categoryNameFr, voteCount }) => (
        <li key={categoryName} className="flex items-baseline justify-between gap-[3cqi]">
          <span className="min-w-0 text-ivory-soft">
            {localized(language, categoryName, categoryNameFr)}
          </span>
          <span className="font-bold text-gold tabular-nums">
            {formatNumber(voteCount, language)}
          </span>
        </li>
      ))}
    </ul>
  );
}
