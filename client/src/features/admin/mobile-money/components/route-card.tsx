import { clsx } from 'clsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEventTime } from '#client/lib/use-event';
import { Badge } from '#client/ui/badge';
import { Button } from '#client/ui/button';
import type { MobileMoneyRoute, OperatorRoutes } from '#shared/contracts/mobile-money-routes';
import { providerName } from '#shared/domain/provider-name';
import type { RouteState } from '#shared/domain/provider-routes';
import { FixRouteDialog } from './fix-route-dialog';

const COLOURS = {
  well: 'text-success',
  slow: 'text-gold',
  down: 'text-alert',
} as const satisfies Record<RouteState, string>;

interface RouteCardProps {
  routes: OperatorRoutes;
  /** True for those who may fix a provider. */
  mayChange: boolean;
}

/** One operator: who takes its new payments, and the state of each provider. */
export function RouteCard({ routes: operatorRoutes, mayChange }: RouteCardProps) {
  const { t } = useTranslation();
  const { operator: code, takenBy, fixed, routes } = operatorRoutes;
  const operator = t(`health.routes.operator.${code}`);
  const [asked, setAsked] = useState<string | null | undefined>(undefined);
  const isWanted = fixed !== null || routes.some(({ position }) => position !== null);
  const untaken = t(`health.routes.${isWanted ? 'nobody' : 'switchedOff'}`, { operator });
  return (
    <article
      aria-label={operator}
      className={clsx(
        'flex flex-col gap-3 rounded-xl border bg-surface-raised px-4 py-3',
        takenBy === null && isWanted ? 'border-alert' : 'border-surface-line',
      )}
    >
      <div>
        <h3 className="font-bold font-sans text-base">{operator}</h3>
        <p className={clsx('text-sm', takenBy === null && isWanted && 'text-alert')}>
          {takenBy === null
            ? untaken
            : t('health.routes.takenBy', { provider: providerName(takenBy), operator })}
        </p>
        {fixed !== null && (
          <p className="text-gold text-sm">
            {t('health.routes.isFixed', { provider: providerName(fixed) })}
          </p>
        )}
      </div>
      <ul className="flex flex-col gap-2">
        {routes.map((route) => (
          <RouteItem key={route.provider} route={route} />
        ))}
      </ul>
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          {fixed !== null && (
            <Button size="sm" onClick={() => setAsked(null)}>
              {t('health.routes.takeBack')}
            </Button>
          )}
          {routes
            // One that only stands in can be fixed too: payments then stay with it.
            .filter(
              ({ provider, position }) =>
                provider !== fixed && (provider !== takenBy || position !== 1),
            )
            .map(({ provider }) => (
              <Button key={provider} variant="outline" size="sm" onClick={() => setAsked(provider)}>
                {t('health.routes.use', { provider: providerName(provider), operator })}
              </Button>
            ))}
        </div>
      )}
      {asked !== undefined && (
        <FixRouteDialog operator={code} provider={asked} onClose={() => setAsked(undefined)} />
      )}
    </article>
  );
}

/** A provider with its place in the order, its state, since when and why. */
function RouteItem({ route }: { route: MobileMoneyRoute }) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const { provider, position, state, since, reason, isTried } = route;
  const sentences = [
    since !== null && t('health.routes.since', { time: eventTime(since) }),
    reason !== null && t(`health.routes.reason.${reason}`),
    isTried && t('health.routes.isTried'),
  ].filter(Boolean);
  return (
    <li className="border-surface-line border-l-2 pl-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 wrap-anywhere">
          <span translate="no" className="font-semibold">
            {providerName(provider)}
          </span>{' '}
          <span className="text-ivory-muted text-sm">
            {position === null
              ? t('health.routes.notInOrder')
              : t('health.routes.position', { position })}
          </span>
        </p>
        <Badge className={COLOURS[state]}>{t(`health.routes.state.${state}`)}</Badge>
      </div>
      {sentences.length > 0 && (
        <p className="wrap-anywhere text-ivory-soft text-sm">{sentences.join(' ')}</p>
      )}
    </li>
  );
}
