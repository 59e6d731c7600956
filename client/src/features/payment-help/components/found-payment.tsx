import { CircleCheck, CircleX, Eye, Hourglass, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { failureTextKey } from '#client/features/checkout/index';
import { ContactLinks } from '#client/features/layout/index';
import { useEditionTitle, useEventTime, useSupportContact } from '#client/lib/use-event';
import { Button } from '#client/ui/button';
import { Separator } from '#client/ui/separator';
import type { HelpedPayment } from '#shared/contracts/payment-help';
import { archivePath } from '#shared/domain/editions';
import type { FailureReason, PaymentMethod } from '#shared/domain/payment';

/** Explains why a payment failed and what to do about it, with the texts of the checkout. */
const reasonTextKey = (reason: FailureReason, method: PaymentMethod) =>
  failureTextKey(reason, method) ?? 'help.noReason';

function PaymentStory({ payment }: { payment: HelpedPayment }) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const { story, method, state } = payment;
  return (
    <div>
      <h3 className="font-bold text-lg">{t('help.story')}</h3>
      <ol className="mt-3 flex flex-col gap-4 border-surface-line border-l-2 pl-5">
        {story.map(({ step, at, reason }) => (
          <li key={`${step} ${at}`} className="relative">
            <span
              aria-hidden
              className="-left-[1.625rem] absolute top-1.5 size-2.5 rounded-full bg-gold"
            />
            <p className="font-semibold">{t(`help.step.${step}`)}</p>
            {/* A payment that finally failed is explained above. */}
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

/** Says what the voter can expect or do now, and until when the server continues to check. */
function NextStep({ payment }: { payment: HelpedPayment }) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const { edition, next, askedUntil, receiptCode } = payment;
  const event = useEditionTitle()(edition);
  const time = askedUntil && eventTime(askedUntil);
  const mayVoteAgain = next === 'pay-again' || next === 'finish-card';
  return (
    <div>
      <h3 className="font-bold text-lg">{t('help.next.title')}</h3>
      <p className="mt-1 text-pretty">{t(`help.next.${next}`, { event })}</p>
      {time && next === 'keep-asking' && (
        <p className="mt-2 text-ivory-soft">{t('help.next.keepAskingUntil', { time })}</p>
      )}
      {time && (next === 'pay-again' || next === 'edition-over') && (
        <p className="mt-2 text-ivory-soft">{t('help.next.lateSuccess', { time })}</p>
      )}
      {receiptCode && (
        <Button asChild className="mt-4">
          <Link href={`/my-receipts?code=${encodeURIComponent(receiptCode)}`}>
            {t('help.receipt')}
          </Link>
        </Button>
      )}
      {next === 'edition-over' && (
        <Button asChild variant="outline" className="mt-4">
          <Link href={archivePath(edition.year)}>{t('editions.results', edition)}</Link>
        </Button>
      )}
      {mayVoteAgain && (
        <Button asChild variant="outline" className="mt-4">
          <Link href="/categories">{t('help.voteAgain')}</Link>
        </Button>
      )}
    </div>
  );
}

const STYLES = {
  pending: { Icon: Hourglass, colour: 'text-gold' },
  completed: { Icon: CircleCheck, colour: 'text-success' },
  failed: { Icon: CircleX, colour: 'text-alert' },
  reversed: { Icon: Undo2, colour: 'text-ivory-soft' },
  attention: { Icon: Eye, colour: 'text-amber' },
} as const;

export function FoundPayment({ payment }: { payment: HelpedPayment }) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const contact = useSupportContact();
  const title = useEditionTitle()(payment.edition);
  const { state, next, since, failureReason, method, story } = payment;
  const { Icon, colour } = STYLES[state];
  return (
    <section
      aria-labelledby="payment-state"
      className="flex flex-col gap-6 rounded-card border border-surface-line bg-surface-raised p-5 sm:p-6"
    >
      <div className="flex items-start gap-4">
        <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-surface-high">
          <Icon aria-hidden className={`size-6 ${colour}`} />
        </span>
        <div className="min-w-0">
          <h2 id="payment-state" className="font-bold text-2xl leading-tight">
            {t(`help.state.${next === 'finish-card' ? 'unfinished' : state}`)}
          </h2>
          <p className="mt-1 text-ivory-soft text-sm">
            {title}
            <Separator />
            <time dateTime={since}>{t('help.since', { time: eventTime(since) })}</time>
          </p>
          {state === 'failed' && failureReason !== null && (
            <p className="mt-3">{t(reasonTextKey(failureReason, method))}</p>
          )}
        </div>
      </div>
      <NextStep payment={payment} />
      {payment.isErased && <p className="text-ivory-soft">{t('help.erased.payment')}</p>}
      {story.length > 0 ? (
        <PaymentStory payment={payment} />
      ) : (
        <p className="text-ivory-soft">{t('help.moreByReference')}</p>
      )}
      <div className="border-surface-line border-t pt-4 text-ivory-soft text-sm">
        <p>{t(contact === '' ? 'help.contactAlone' : 'help.contact')}</p>
        <ContactLinks className="mt-1 flex flex-wrap gap-x-5" />
      </div>
    </section>
  );
}
