import { CalendarClock, CircleOff, RotateCw, WifiOff } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useEventTime } from '#client/lib/use-event';
import { Button } from '#client/ui/button';
import { EmptyState } from '#client/ui/empty-state';
import type { PublicConfig } from '#shared/contracts/config';

/** Replaces the form: no payment may start outside the voting window. */
export function VotingClosed({ voting: { opensAt, closesAt } }: Pick<PublicConfig, 'voting'>) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const isStillToOpen = opensAt !== null && new Date(opensAt) > new Date();

  const sentences = isStillToOpen
    ? [t('checkout.voting.opensAt', { time: eventTime(opensAt) })]
    : [
        closesAt && t('checkout.voting.closedAt', { time: eventTime(closesAt) }),
        t('checkout.voting.lateApproval'),
      ];
  return (
    <EmptyState
      role="status"
      className="rounded-card border border-surface-line bg-surface-raised"
      icon={<CalendarClock aria-hidden />}
      heading={isStillToOpen ? t('checkout.voting.notYetOpen') : t('checkout.voting.closed')}
      hint={sentences.filter(Boolean).join(' ')}
      action={
        <Button asChild variant="outline">
          <Link href="/categories">{t('catalog.allCategories')}</Link>
        </Button>
      }
    />
  );
}

type NothingToPayProps = Pick<ComponentProps<typeof EmptyState>, 'headingAs'> &
  ({ reason: 'failed'; onRetry: () => void } | { reason: 'off' | 'notNominated'; onRetry?: never });

/** Replaces the form, and says what to do instead. */
export function NothingToPay({ reason, onRetry, headingAs }: NothingToPayProps) {
  const { t } = useTranslation();
  return (
    <EmptyState
      role={onRetry ? 'alert' : 'status'}
      className="rounded-card border border-surface-line bg-surface-raised"
      icon={onRetry ? <WifiOff aria-hidden /> : <CircleOff aria-hidden />}
      heading={t(`checkout.nothingToPay.${reason}.heading`)}
      {...(headingAs ? { headingAs } : {})}
      hint={t(`checkout.nothingToPay.${reason}.hint`)}
      action={
        onRetry ? (
          <Button onClick={onRetry}>
            <RotateCw aria-hidden className="size-5" />
            {t('common.retry')}
          </Button>
        ) : (
          <Button asChild variant="outline">
            <Link href="/categories">{t('catalog.allCategories')}</Link>
          </Button>
        )
      }
    />
  );
}
