import { CircleCheck, CircleX, Eye, Hourglass, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { HelpedPayment } from '#shared/contracts/payment-help';
import { useEventTime } from '../../lib/use-event-time';
import { NextStep } from './next-step';
import { PaymentStory } from './payment-story';
import { reasonTextKey } from './reason-text';

const LOOKS = {
  pending: { Icon: Hourglass, colour: 'text-gold' },
  completed: { Icon: CircleCheck, colour: 'text-success' },
  failed: { Icon: CircleX, colour: 'text-alert' },
  reversed: { Icon: Undo2, colour: 'text-ivory-soft' },
  attention: { Icon: Eye, colour: 'text-amber' },
} as const;

export function FoundPayment({ payment }: { payment: HelpedPayment }) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const { state, next, since, failureReason, method, story } = payment;
  const { Icon, colour } = LOOKS[state];
  return (
    <section
      aria-labelledby="payment-state"
      className="flex flex-col gap-6 rounded-card border border-stage-line bg-stage-raised p-5 sm:p-6"
    >
      <div role="status" className="flex items-start gap-4">
        <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-stage-high">
          <Icon aria-hidden className={`size-6 ${colour}`} />
        </span>
        <div className="min-w-0">
          <h2 id="payment-state" className="font-bold text-2xl leading-tight">
            {t(`help.state.${next === 'finish-card' ? 'unfinished' : state}`)}
          </h2>
          <p className="mt-1 text-ivory-soft text-sm">
            <time dateTime={since}>{t('help.since', { time: eventTime(since) })}</time>
          </p>
          {state === 'failed' && failureReason !== null && (
            <p className="mt-3">{t(reasonTextKey(failureReason, method))}</p>
          )}
        </div>
      </div>
      <NextStep payment={payment} />
      {story.length > 0 ? (
        <PaymentStory payment={payment} />
      ) : (
        <p className="text-ivory-soft">{t('help.moreByReference')}</p>
      )}
      <p className="border-stage-line border-t pt-4 text-ivory-soft text-sm">{t('help.contact')}</p>
    </section>
  );
}
