import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import type { Analytics } from '#shared/contracts/admin-payments';
import { METHOD_NAMES } from '../model/picture';
import { revenueText } from '../model/revenue-text';
import { dayText } from '../model/time-text';
import { ChartFigure, type Story } from './chart-figure';

interface RevenuePerDayProps {
  days: Analytics['revenuePerDay'];
  scope: string;
}

/** In dollars, so that both methods stand on one scale. */
export function RevenuePerDay({ days, scope }: RevenuePerDayProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const dollars = (amount: number) => revenueText(amount, language);
  const roundDollars = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  });
  const card = days.reduce((sum, day) => sum + day.card, 0);
  const mobileMoney = days.reduce((sum, day) => sum + day.mobileMoney, 0);
  const cardName = t(METHOD_NAMES.card);
  const mobileMoneyName = t(METHOD_NAMES['mobile-money']);
  const story: Story | null =
    card + mobileMoney > 0
      ? {
          summary: t('analytics.revenue.summary', {
            total: dollars(card + mobileMoney),
            card: dollars(card),
            mobileMoney: dollars(mobileMoney),
          }),
          picture: {
            kind: 'columns',
            labels: days.map(({ day }) => ({
              short: dayText(day, language, 'short'),
              full: dayText(day, language, 'full'),
            })),
            series: [
              { name: cardName, mark: 'plum', values: days.map((day) => day.card) },
              { name: mobileMoneyName, mark: 'ochre', values: days.map((day) => day.mobileMoney) },
            ],
            format: dollars,
            formatTick: (amount) => roundDollars.format(amount),
          },
          numbers: {
            columns: [
              t('analytics.column.day'),
              cardName,
              mobileMoneyName,
              t('analytics.column.total'),
            ],
            rows: days.map((day) => ({
              id: day.day,
              cells: [
                dayText(day.day, language, 'full'),
                dollars(day.card),
                dollars(day.mobileMoney),
                dollars(day.card + day.mobileMoney),
              ],
            })),
          },
        }
      : null;
  return (
    <ChartFigure
      title={t('analytics.revenue.title')}
      scope={scope}
      story={story}
      empty={t('analytics.revenue.empty')}
    />
  );
}
