import { CreditCard, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import type { PaymentMethod } from '#shared/domain/payment';
import { priceOf, type VotePrices } from '#shared/domain/pricing';

const ICONS = { 'mobile-money': Smartphone, card: CreditCard };

interface MethodToggleProps {
  methods: readonly PaymentMethod[];
  chosen: PaymentMethod;
  totalVotes: number;
  prices: VotePrices;
  onChoose: (method: PaymentMethod) => void;
}

/** Real radio buttons under the drawing: arrow keys and screen readers know them. */
export function MethodToggle({ methods, chosen, totalVotes, prices, onChoose }: MethodToggleProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-bold font-display text-lg">{t('checkout.method.legend')}</legend>
      <div className="flex flex-wrap gap-2 sm:gap-3">
        {methods.map((method) => {
          const Icon = ICONS[method];
          return (
            <label
              key={method}
              className="relative flex min-h-touch min-w-0 grow sm:basis-0 cursor-pointer flex-col justify-between gap-1 rounded-2xl border border-surface-line bg-surface-raised px-3 py-3 sm:px-4 transition-colors has-checked:border-gold has-checked:bg-surface-high has-focus-visible:outline-2 has-focus-visible:outline-gold-bright has-focus-visible:outline-offset-2 has-disabled:cursor-not-allowed has-disabled:opacity-55"
            >
              <input
                type="radio"
                name="payment-method"
                value={method}
                checked={method === chosen}
                onChange={() => onChoose(method)}
                className="absolute inset-0 size-full cursor-[inherit] opacity-0"
              />
              <span className="flex items-center gap-2 font-semibold">
                <Icon aria-hidden className="size-5 shrink-0 text-gold" />
                {t(`checkout.method.${method}`)}
              </span>
              <span className="font-bold font-display text-xl tabular-nums">
                {formatMoney(priceOf(totalVotes, prices[method]), language)}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
