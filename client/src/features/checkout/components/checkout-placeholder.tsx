import { useTranslation } from 'react-i18next';
import { formatMoney } from '#client/lib/format';
import type { PublicConfig } from '#shared/contracts/config';
import type { Language } from '#shared/domain/localized';
import { paymentMethodsOf } from '../model/payment-methods';

interface CheckoutPlaceholderProps {
  /** The artist's name, given by the server. */
  artist: string;
  config: PublicConfig;
  language: Language;
}

/** Server-rendered placeholder of the checkout until its code has loaded. */
export function CheckoutPlaceholder({ artist, config, language }: CheckoutPlaceholderProps) {
  const { t } = useTranslation();
  const methods = config.voting.isOpen ? (paymentMethodsOf(config) ?? []) : [];
  return (
    <main className="site-main mx-auto flex max-w-page flex-col gap-3 px-4 py-8 sm:px-6">
      <p className="font-semibold text-gold">{t('checkout.artist.heading')}</p>
      <h1 translate="no" className="wrap-anywhere font-extrabold text-3xl">
        {artist}
      </h1>
      {methods.map((method) => (
        <p key={method}>
          {t('checkout.onItsWay.price', {
            method: t(`checkout.method.${method}`),
            price: formatMoney(config.prices[method], language),
          })}
        </p>
      ))}
      <p className="text-ivory-soft">{t('checkout.onItsWay.sentence')}</p>
    </main>
  );
}
