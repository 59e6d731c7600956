import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button';
import { Dialog } from '#client/ui/overlay/dialog';
import { providerName } from '#shared/domain/provider-name';
import { type FixedRoute, useFixRoute } from '../api';

interface FixRouteDialogProps extends FixedRoute {
  onClose: () => void;
}

/** Asks before a provider is fixed, or the order applies again. */
export function FixRouteDialog({ operator: code, provider, onClose }: FixRouteDialogProps) {
  const { t } = useTranslation();
  const fix = useFixRoute(onClose);
  const kind = provider === null ? 'order' : 'fixed';
  const names = {
    operator: t(`health.routes.operator.${code}`),
    provider: provider === null ? '' : providerName(provider),
  };
  return (
    <Dialog
      onClose={onClose}
      title={t(`health.routes.question.${kind}`, names)}
      description={t(`health.routes.consequence.${kind}`, names)}
    >
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" className="grow" onClick={onClose}>
          {t('health.routes.cancel')}
        </Button>
        <Button
          className="grow"
          isBusy={fix.isPending}
          onClick={() => fix.mutate({ operator: code, provider })}
        >
          {t(`health.routes.confirm.${kind}`, names)}
        </Button>
      </div>
    </Dialog>
  );
}
