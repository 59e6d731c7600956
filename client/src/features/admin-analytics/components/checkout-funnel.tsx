import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import type { Analytics } from '#shared/contracts/admin-payments';
import { type FunnelStep, funnelSteps } from '../model/funnel-steps';
import { percentText } from '../model/percent-text';
import { ChartFigure, type Story } from './chart-figure';

interface CheckoutFunnelProps {
  funnel: Analytics['funnel'];
  scope: string;
}

/** How many payments went on from each step to the next. */
export function CheckoutFunnel({ funnel, scope }: CheckoutFunnelProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const percent = (share: number | null) => (share === null ? '–' : percentText(share, language));
  const nameOf = (step: FunnelStep['step']) => t(`analytics.funnel.step.${step}`);
  const steps = funnelSteps(funnel);
  const story: Story | null =
    funnel.created > 0
      ? {
          summary: t('analytics.funnel.summary', {
            created: t('admin.analytics.payments', { count: funnel.created }),
            share: percentText(funnel.completed / funnel.created, language),
          }),
          picture: {
            kind: 'bars',
            rows: steps.map(({ step, payments, ofBefore }) => ({
              name:
                ofBefore === null
                  ? nameOf(step)
                  : t('analytics.funnel.stepWithShare', {
                      step: nameOf(step),
                      share: percentText(ofBefore, language),
                    }),
              value: payments,
              text: formatNumber(payments, language),
            })),
          },
          numbers: {
            columns: [
              t('analytics.column.step'),
              t('analytics.column.payments'),
              t('analytics.column.ofBefore'),
              t('analytics.column.ofCreated'),
            ],
            rows: steps.map(({ step, payments, ofBefore, ofAll }) => ({
              id: step,
              cells: [
                nameOf(step),
                formatNumber(payments, language),
                percent(ofBefore),
                percent(ofAll),
              ],
            })),
          },
        }
      : null;
  return (
    <ChartFigure
      title={t('analytics.funnel.title')}
      scope={scope}
      story={story}
      empty={t('analytics.funnel.empty')}
    />
  );
}
