import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#client/ui/badge';

/** Marks texts that French readers see in English. */
export function FrenchMissing() {
  const { t } = useTranslation();
  return (
    <Badge className="px-2 py-0.5">
      <Languages aria-hidden />
      {t('admin.catalog.frenchMissing')}
    </Badge>
  );
}
