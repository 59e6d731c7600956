import { CreditCard, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import { ChoiceCard } from '#client/ui/fields/choice-card';
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

export function MethodToggle({ methods, chosen, totalVotes, prices, onChoose }: MethodToggleProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-bold max-sm:sr-only font-display text-lg">
        {t('checkout.method.legend')}
      </legend>
      <div className="flex flex-wrap gap-2 sm:gap-3">
        {methods.map((method) => {
          const Icon = ICONS[method];
          return (
            <ChoiceCard
              key={method}
              name="payment-method"
              value={method}
              isChosen={method === chosen}
              onChoose={() => onChoose(method)}
              className="min-w-0 grow flex-col justify-between gap-1 rounded-2xl bg-surface-raised px-3 py-1.5 sm:basis-0 sm:px-4 sm:py-3"
            >
              <span className="flex items-center gap-2 font-semibold">
                <Icon aria-hidden className="size-5 shrink-0 text-gold" />
                {t(`checkout.method.${method}`)}
              </span>
              <span translate="no" className="font-bold font-display text-xl tabular-nums">
                {formatMoney(priceOf(totalVotes, prices[method]), language)}
              </span>
            </ChoiceCard>
          );
        })}
      </div>
    </fieldset>
  );
}
