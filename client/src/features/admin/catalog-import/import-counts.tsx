import { useTranslation } from 'react-i18next';
import type { ImportResult } from '#shared/contracts/catalog-import';

export function ImportCounts({ counts }: { counts: ImportResult }) {
  const { t } = useTranslation();
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 font-semibold text-lg">
      {(['newArtists', 'existingArtists', 'nominations'] as const).map((one) => (
        <li key={one}>{t(`catalog-import.counts.${one}`, { count: counts[one] })}</li>
      ))}
    </ul>
  );
}
