import { RotateCw, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';

interface LoadErrorProps {
  onRetry: () => void;
  headingAs?: 'h1' | 'h2';
}

export function LoadError({ onRetry, headingAs = 'h2' }: LoadErrorProps) {
  const { t } = useTranslation();
  return (
    <EmptyState
      role="alert"
      headingAs={headingAs}
      icon={<WifiOff aria-hidden />}
      heading={t('catalog.loadError.heading')}
      hint={t('catalog.loadError.hint')}
      action={
        <Button onClick={onRetry}>
          <RotateCw aria-hidden className="size-5" />
          {t('common.retry')}
        </Button>
      }
    />
  );
}
