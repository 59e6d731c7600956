import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import type { Analytics } from '#shared/contracts/admin-payments';
import { knownReasons } from '../model/known-reasons';
import { percentText } from '../model/percent-text';
import { ChartFigure, type Story } from './chart-figure';

interface FailureReasonsProps {
  counts: Analytics['failureReasons'];
  scope: string;
}

export function FailureReasons({ counts, scope }: FailureReasonsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const reasons = knownReasons(counts);
  const [first] = reasons;
  const failed = reasons.reduce((sum, { payments }) => sum + payments, 0);
  const story: Story | null = first
    ? {
        summary: t('analytics.reasons.summary', {
          failed: t('admin.analytics.payments', { count: failed }),
          reason: t(`tracking.reason.${first.reason}`),
          share: percentText(first.ofAll, language),
        }),
        picture: {
          kind: 'bars',
          rows: reasons.map(({ reason, payments, ofAll }) => ({
            name: t(`tracking.reason.${reason}`),
            value: payments,
            text: `${formatNumber(payments, language)} · ${percentText(ofAll, language)}`,
          })),
        },
        numbers: {
          columns: [
            t('analytics.column.reason'),
            t('analytics.column.payments'),
            t('analytics.column.share'),
          ],
          rows: reasons.map(({ reason, payments, ofAll }) => ({
            id: reason,
            cells: [
              t(`tracking.reason.${reason}`),
              formatNumber(payments, language),
              percentText(ofAll, language),
            ],
          })),
        },
      }
    : null;
  return (
    <ChartFigure
      title={t('analytics.reasons.title')}
      scope={scope}
      story={story}
      empty={t('analytics.reasons.empty')}
    />
  );
}
