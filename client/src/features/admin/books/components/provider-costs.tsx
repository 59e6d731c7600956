import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import type { Books } from '#shared/contracts/books';
import { providerName } from '#shared/domain/provider-name';
import { listedMoney } from '../model/listed-money';

/** What each provider deducted in the month, so that an organiser can compare them. */
export function ProviderCosts({ costs }: { costs: Books['costs'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (costs.length === 0) return null;
  const share = new Intl.NumberFormat(language, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 2,
  });
  return (
    <section aria-labelledby="provider-costs" className="rounded-xl bg-surface-raised p-4 text-sm">
      <h2 id="provider-costs" className="font-bold text-base">
        {t('books.costs.title')}
      </h2>
      <p className="text-ivory-soft">{t('books.costs.hint')}</p>
      <ul className="mt-2 flex flex-col gap-1">
        {costs.map(({ provider, currency, fee, net }) => (
          <li key={`${provider} ${currency}`} className="flex flex-wrap gap-x-2 tabular-nums">
            <span className="font-semibold">{providerName(provider)}</span>
            <span>
              {t('books.costs.line', {
                share: share.format(fee + net === 0 ? 0 : fee / (fee + net)),
                fee: listedMoney(fee, currency, language),
                taken: listedMoney(fee + net, currency, language),
              })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
