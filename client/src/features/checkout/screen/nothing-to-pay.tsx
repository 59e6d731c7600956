import { CircleOff, RotateCw, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Button } from '#client/ui/button';
import { EmptyState } from '#client/ui/empty-state';

type NothingToPayProps =
  | { reason: 'failed'; onRetry: () => void }
  | { reason: 'off' | 'notNominated'; onRetry?: never };

/** Stands where the form would be, and says what to do instead. */
export function NothingToPay({ reason, onRetry }: NothingToPayProps) {
  const { t } = useTranslation();
  return (
    <EmptyState
      role={onRetry ? 'alert' : 'status'}
      className="rounded-card border border-stage-line bg-stage-raised"
      icon={onRetry ? <WifiOff aria-hidden /> : <CircleOff aria-hidden />}
      heading={t(`checkout.nothingToPay.${reason}.heading`)}
      hint={t(`checkout.nothingToPay.${reason}.hint`)}
      action={
        onRetry ? (
          <Button onClick={onRetry}>
            <RotateCw aria-hidden className="size-5" />
            {t('common.retry')}
          </Button>
        ) : (
          <Button asChild variant="outline">
            <Link href="/categories">{t('catalog.allCategories')}</Link>
          </Button>
        )
      }
    />
  );
}
