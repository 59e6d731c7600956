import { useTranslation } from 'react-i18next';
import { Skeleton } from '#client/ui/skeleton';

/** Placeholder for a list, about as high as its first entries. */
export function LoadingBlocks({ heights }: { heights: readonly string[] }) {
  const { t } = useTranslation();
  const blocks = heights.map((height, index) => ({ height, key: `${index} ${height}` }));
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{t('common.loading')}</span>
      {blocks.map(({ height, key }) => (
        <Skeleton key={key} className={`w-full rounded-xl ${height}`} />
      ))}
    </div>
  );
}
