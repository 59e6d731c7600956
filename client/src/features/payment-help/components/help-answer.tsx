import { CircleHelp, Hourglass, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#client/lib/api/request';
import { formatRetryTime, retryAtOf } from '#client/lib/retry-time';
import { useLanguage } from '#client/lib/use-language';
import { EmptyState } from '#client/ui/empty-state';
import type { PaymentHelp, PaymentHelpBody } from '#shared/contracts/payment-help';
import { FoundPayment } from './found-payment';

interface HelpAnswerProps {
  searched: PaymentHelpBody;
  help: PaymentHelp | undefined;
  error: unknown;
}

export function HelpAnswer({ searched, help, error }: HelpAnswerProps) {
  if (help === undefined) return <NoAnswer error={error} />;
  if (help.payment === null) return <NotFound isByPhone={'phoneNumber' in searched} />;
  return <FoundPayment payment={help.payment} />;
}

const CARD = 'rounded-card border border-surface-line bg-surface-raised';

function NotFound({ isByPhone }: { isByPhone: boolean }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      className={CARD}
      role="status"
      icon={<CircleHelp aria-hidden />}
      heading={t(isByPhone ? 'help.notFound.phone' : 'help.notFound.reference')}
      hint={t(isByPhone ? 'help.notFound.phoneHint' : 'help.notFound.referenceHint')}
    />
  );
}

function NoAnswer({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isLimit = error instanceof ApiError && error.status === 429;
  const retryAt = retryAtOf(error);
  const limitHint =
    retryAt === null
      ? t('help.error.limitSoon')
      : t('help.error.limit', { time: formatRetryTime(retryAt, language) });
  return (
    <EmptyState
      className={CARD}
      role="alert"
      icon={isLimit ? <Hourglass aria-hidden /> : <WifiOff aria-hidden />}
      heading={t(isLimit ? 'help.error.limitTitle' : 'help.error.title')}
      hint={isLimit ? limitHint : t('help.error.hint')}
    />
  );
}
