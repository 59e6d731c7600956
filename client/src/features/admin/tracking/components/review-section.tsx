import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import type { AdminPaymentHistory, Settlement } from '#shared/contracts/admin-payments';
import { evidenceLines } from '../model/evidence';
import { flagMeaningKey, flagTextKey } from '../model/history-event';
import { formatOnClock, type TimezoneName } from '../model/timezones';
import { useCheckPayment } from '../use-payment-actions';
import { CopyButton } from './copyable';
import { HistorySection } from './history-details';
import { SettlePanel } from './settle-panel';

type RaisedFlag = AdminPaymentHistory['flags'][number];

interface EvidenceListProps {
  evidence: RaisedFlag['evidence'];
}

/** The provider's data; references can be copied, to look them up or attach them. */
function EvidenceList({ evidence }: EvidenceListProps) {
  const { t } = useTranslation();
  const lines = evidenceLines(evidence, useLanguage());
  if (lines.length === 0) return null;
  return (
    <div className="mt-2">
      <h5 className="font-sans font-semibold text-ivory-soft">{t('tracking.look.evidence')}</h5>
      <dl>
        {lines.map(({ key, textKey, text, valueKey }) => {
          const name = textKey ? t(textKey) : key;
          return (
            <div key={key} className="flex flex-wrap items-baseline gap-x-3 py-0.5">
              <dt className="w-[max(6rem,40%)] max-w-full wrap-anywhere text-ivory-muted md:w-48">
                {name}
              </dt>
              <dd className="flex min-w-0 flex-1 basis-24 items-center">
                <span className="wrap-anywhere min-w-0">{valueKey ? t(valueKey) : text}</span>
                {REFERENCES.includes(key) && <CopyButton label={name} value={text} />}
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}

const REFERENCES = ['providerReference', 'operatorReference', 'namesPayment', 'charge'];

interface FlagItemProps {
  raised: RaisedFlag;
  timezone: TimezoneName;
}

/** The flag, what happened and what to do; for a settled flag also how and why it was settled. */
function FlagItem({ raised, timezone }: FlagItemProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { flag, evidence, raisedAt, resolvedAt, resolution, reason } = raised;
  const at = (instant: string) => formatOnClock(instant, language, timezone);
  return (
    <li
      className={clsx(
        'border-l-4 pl-3',
        resolvedAt === null ? 'border-amber' : 'border-surface-line',
      )}
    >
      <h4 className="font-sans font-semibold">{t(flagTextKey(flag))}</h4>
      <p className="text-ivory-muted text-xs tabular-nums">
        {t('tracking.look.raisedAt', { time: at(raisedAt) })}
      </p>
      {resolvedAt === null && <p className="mt-1 max-w-prose">{t(flagMeaningKey(flag))}</p>}
      <EvidenceList evidence={evidence} />
      {resolvedAt !== null && resolution !== null && (
        <>
          <p className="mt-2 font-semibold">{t(`tracking.look.resolution.${resolution}`)}</p>
          <p className="text-ivory-muted text-xs tabular-nums">{at(resolvedAt)}</p>
        </>
      )}
      {reason !== null && (
        <p className="mt-1 wrap-anywhere whitespace-pre-wrap">
          {t('tracking.look.reason', { reason })}
        </p>
      )}
    </li>
  );
}

interface ReviewActionsProps {
  history: AdminPaymentHistory;
  asking: Settlement['act'] | null;
  onAsk: (act: Settlement['act'] | null) => void;
}

/** Actions on a payment: check it with the provider, or settle it manually. */
function ReviewActions({ history, asking, onAsk }: ReviewActionsProps) {
  const { t } = useTranslation();
  const { payment, settlements } = history;
  const check = useCheckPayment(payment.id);
  if (asking !== null && settlements.includes(asking)) {
    return <SettlePanel key={asking} payment={payment} act={asking} onClose={() => onAsk(null)} />;
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="gold" size="sm" isBusy={check.isPending} onClick={() => check.mutate()}>
        {t('tracking.ask.action')}
      </Button>
      {settlements.map((act) => (
        <Button
          key={act}
          variant="outline"
          size="sm"
          disabled={check.isPending}
          onClick={() => onAsk(act)}
        >
          {t(`tracking.settle.action.${act}`)}
        </Button>
      ))}
    </div>
  );
}

interface ReviewSectionProps extends ReviewActionsProps {
  timezone: TimezoneName;
}

/** The flags of a payment, open and settled. */
export function ReviewSection({ timezone, ...acts }: ReviewSectionProps) {
  const { t } = useTranslation();
  const { flags } = acts.history;
  const isOpen = flags.some(({ resolvedAt }) => resolvedAt === null);
  return (
    <HistorySection
      id="payment-look"
      title={t(isOpen ? 'tracking.look.open' : 'tracking.look.settled')}
    >
      <div className="flex flex-col gap-4 rounded-xl border border-surface-line bg-surface p-4">
        <ul className="flex flex-col gap-4">
          {flags.map((raised) => (
            <FlagItem key={raised.flag} raised={raised} timezone={timezone} />
          ))}
        </ul>
        {isOpen && <ReviewActions {...acts} />}
      </div>
    </HistorySection>
  );
}
