import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import { Badge } from '#client/ui/badge';
import type { Analytics } from '#shared/contracts/admin-payments';
import { percentText } from '../model/percent-text';
import { METHOD_NAMES } from '../model/picture';

/** How people paid; before the first completed payment a forecast, marked as one. */
export function MethodShares({ shares }: { shares: Analytics['paymentMethods'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <section className="rounded-xl border border-surface-line bg-surface-raised p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-bold text-lg">{t('admin.analytics.methods')}</h3>
        {shares.isForecast && <Badge variant="amber">{t('admin.analytics.forecast')}</Badge>}
      </div>
      {shares.isForecast && (
        <p className="mt-1 text-ivory-muted text-sm">{t('admin.analytics.forecastHint')}</p>
      )}
      <ul className="mt-3 flex flex-col gap-3">
        {shares.methods.map(({ method, percent: share, payments }) => (
          <li key={method}>
            <div className="flex flex-wrap justify-between gap-x-4">
              <span className="font-semibold">{t(METHOD_NAMES[method])}</span>
              <span className="tabular-nums">
                {percentText(share / 100, language)}
                {!shares.isForecast && (
                  <span className="text-ivory-muted">
                    {' · '}
                    {t('admin.analytics.payments', { count: payments })}
                  </span>
                )}
              </span>
            </div>
            <div aria-hidden className="mt-1 h-2 overflow-hidden rounded-full bg-surface-high">
              <div className="h-full rounded-full bg-gold" style={{ width: `${share}%` }} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
