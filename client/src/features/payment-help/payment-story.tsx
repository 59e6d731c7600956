import { useTranslation } from 'react-i18next';
import type { HelpedPayment } from '#shared/contracts/payment-help';
import { useEventTime } from '../../lib/use-event-time';
import { reasonTextKey } from './reason-text';

export function PaymentStory({ payment }: { payment: HelpedPayment }) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const { story, method, state } = payment;
  return (
    <div>
      <h3 className="font-bold text-lg">{t('help.story')}</h3>
      <ol className="mt-3 flex flex-col gap-4 border-stage-line border-l-2 pl-5">
        {story.map(({ step, at, reason }) => (
          <li key={`${step} ${at}`} className="relative">
            <span
              aria-hidden
              className="-left-[1.625rem] absolute top-1.5 size-2.5 rounded-full bg-gold"
            />
            <p className="font-semibold">{t(`help.step.${step}`)}</p>
            {/* Of a payment that stayed failed it is told above. */}
            {step === 'failed' && reason !== null && state !== 'failed' && (
              <p className="text-ivory-soft text-sm">{t(reasonTextKey(reason, method))}</p>
            )}
            <p className="text-ivory-soft text-sm">
              <time dateTime={at}>{eventTime(at)}</time>
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}
