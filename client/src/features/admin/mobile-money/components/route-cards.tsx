import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { StaleNote } from '#client/features/admin/shell/index';
import { useMay } from '#client/features/auth/index';
import { ROUTES_REFRESH_MS, routesQuery } from '../api';
import { RouteCard } from './route-card';

const PLACE = 'mobile-money';

/** Who takes the new mobile money payments of each operator, and since when and why. */
export function RouteCards() {
  const { t } = useTranslation();
  const id = useId();
  const mayChange = useMay('settings');
  const { data, isError } = useQuery({ ...routesQuery, refetchInterval: ROUTES_REFRESH_MS });
  const served = data?.operators.filter(({ routes }) => routes.length > 0) ?? [];
  const isShown = served.length > 0 || isError;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The browser followed the link before there was anything to show.
    if (isShown && location.hash === `#${PLACE}`) section.current?.scrollIntoView();
  }, [isShown]);
  if (!isShown) return null;
  return (
    <section
      ref={section}
      id={PLACE}
      aria-labelledby={id}
      className="scroll-mt-4 flex flex-col gap-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="font-bold text-lg">
          {t('health.routes.heading')}
        </h2>
        {mayChange && (
          <Link
            href="/admin/settings#settings-prices"
            className="flex min-h-touch items-center font-semibold text-gold text-sm underline underline-offset-4 hover:text-gold-bright"
          >
            {t('health.routes.toSettings')}
          </Link>
        )}
      </div>
      {isError && <StaleNote text={t(data ? 'health.stale' : 'health.routes.unknown')} />}
      <div className="grid items-start gap-3 md:grid-cols-2">
        {served.map((routes) => (
          <RouteCard key={routes.operator} routes={routes} mayChange={mayChange} />
        ))}
      </div>
    </section>
  );
}
