import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { routesQuery } from '#client/features/admin/mobile-money/index';
import { SelectField } from '#client/ui/fields/select-field';
import type { OperatorRoutes } from '#shared/contracts/mobile-money-routes';
import { providerName } from '#shared/domain/provider-name';
import { orderWith, providerOrder } from '../model/provider-order';
import { NO_PROVIDER, problemOf } from '../model/settings-draft';
import type { SettingsFormState } from '../use-settings-form';

/** Which providers take the mobile money payments of each operator, in which order. */
export function RoutingFields({ form }: { form: SettingsFormState }) {
  const { t } = useTranslation();
  const { data } = useQuery(routesQuery);
  if (!data) return <p className="text-alert text-sm">{t('settings.routing.unknown')}</p>;
  return data.operators
    .filter(({ routes }) => routes.length > 0)
    .map((routes) => <OperatorOrder key={routes.operator} form={form} routes={routes} />);
}

interface OperatorOrderProps {
  form: SettingsFormState;
  routes: OperatorRoutes;
}

const PLACES = ['1', '2', '3'] as const;

function OperatorOrder({ form, routes }: OperatorOrderProps) {
  const { t } = useTranslation();
  const id = useId();
  const { operator: code } = routes;
  const field = `routing.${code}.order` as const;
  const { order: written, fixed } = form.draft.routing[code];
  const [atFirst] = useState(written);
  const { places, choices } = providerOrder(written, routes);
  const error = form.errorAt(field);
  const operator = t(`health.routes.operator.${code}`);
  const isConnected = (name: string) => routes.routes.some(({ provider }) => provider === name);
  const nameOf = (name: string) => {
    if (name === NO_PROVIDER) return t('settings.routing.nobody');
    const provider = providerName(name);
    return isConnected(name) ? provider : t('settings.routing.notConnected', { provider });
  };
  const placeOf = (at: number) => {
    const known = PLACES[at];
    const place = known
      ? t(`settings.routing.place.${known}`)
      : t('settings.routing.place.other', { place: at + 1 });
    return t('settings.routing.placeOf', { place, operator });
  };
  const choose = (at: number, chosen: string) => {
    const order = orderWith(places, at, chosen);
    // Back at the configuration's order, nothing has changed.
    const isAsBefore = atFirst === '' && order === providerOrder('', routes).places.join(',');
    form.change(field, isAsBefore ? '' : order);
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" aria-describedby={`${id}-hint`}>
      <legend className="mb-1 font-semibold">{t('settings.routing.legend', { operator })}</legend>
      <p id={`${id}-hint`} className="text-ivory-muted text-sm">
        {t('settings.routing.hint')}
      </p>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        {places.map((name, at) => (
          <SelectField
            key={placeOf(at)}
            label={placeOf(at)}
            value={name}
            choices={[...choices, NO_PROVIDER]}
            textOf={nameOf}
            onChoose={(chosen) => choose(at, chosen)}
            errorId={error && `${id}-error`}
          />
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-alert text-sm">
          {t(`settings.problem.${problemOf(field, error)}`)}
        </p>
      )}
      {fixed !== '' && (
        <p className="text-gold text-sm">
          {t('settings.routing.fixed', { provider: providerName(fixed), operator })}{' '}
          <Link href="/admin/health" className="font-semibold underline underline-offset-4">
            {t('settings.routing.toHealth')}
          </Link>
        </p>
      )}
    </fieldset>
  );
}
