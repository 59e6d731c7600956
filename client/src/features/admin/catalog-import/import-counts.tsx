import { useTranslation } from 'react-i18next';
import type { ImportResult } from '../../../../../shared/contracts/catalog-import';

export function ImportCounts({ counts }: { counts: ImportResult }) {
  const { t } = useTranslation();
  return (
    <ul className="flex flex-wrap gap-2 font-semibold">
      {(['newArtists', 'existingArtists', 'nominations'] as const).map((one) => (
        <li key={one} className="rounded-xl border border-stage-line bg-stage-raised px-4 py-2">
          {t(`catalog-import.counts.${one}`, { count: counts[one] })}
        </li>
      ))}
    </ul>
  );
}
