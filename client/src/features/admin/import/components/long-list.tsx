import { type Key, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button';
import type { ImportResult } from '#shared/contracts/catalog-import';

export function ImportCounts({ counts }: { counts: ImportResult }) {
  const { t } = useTranslation();
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 font-semibold text-lg">
      {(['newCategories', 'newArtists', 'existingArtists', 'nominations'] as const).map((one) =>
        one === 'newCategories' && counts[one] === 0 ? null : (
          <li key={one}>{t(`catalog-import.counts.${one}`, { count: counts[one] })}</li>
        ),
      )}
    </ul>
  );
}

/** Number of items added at a time; rendering thousands of rows would make a phone stutter. */
const PORTION = 100;

interface LongListProps<Item> {
  items: readonly Item[];
  itemKey: (item: Item, index: number) => Key;
  className?: string;
  children: (item: Item) => ReactNode;
}

/** Shows the first items of many, and the next ones at a button press. */
export function LongList<Item>({ items, itemKey, className, children }: LongListProps<Item>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(PORTION);
  const left = items.length - shown;
  return (
    <>
      <ul className={className}>
        {items.slice(0, shown).map((item, index) => (
          <li key={itemKey(item, index)}>{children(item)}</li>
        ))}
      </ul>
      {left > 0 && (
        <Button
          variant="outline"
          size="sm"
          className="self-center"
          onClick={() => setShown(shown + PORTION)}
        >
          {t('catalog-import.showMore', { count: Math.min(left, PORTION), left })}
        </Button>
      )}
    </>
  );
}
