import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#client/features/auth/index';
import { useEventTime } from '#client/lib/use-event';
import { Button } from '#client/ui/button';
import { SelectField } from '#client/ui/fields/select-field';
import { Separator } from '#client/ui/separator';
import type { OperatorText } from '#shared/contracts/operator-words';
import { NAMEABLE_REASONS } from '#shared/domain/payment';
import { providerName } from '#shared/domain/provider-name';
import { operatorWordsQuery, useNameText } from '../api';

/** Texts for failed payments that no rule knows, for finance to say what each means. */
export function OperatorTexts() {
  const { t } = useTranslation();
  const id = useId();
  const { data } = useQuery(operatorWordsQuery);
  if (!data || data.texts.length + data.others === 0) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="font-bold text-lg">
        {t('health.operatorWords.section')}
      </h2>
      <p className="text-ivory-soft text-sm">{t('health.operatorWords.intro')}</p>
      <div className="grid items-start gap-3 md:grid-cols-2">
        {data.texts.map((text) => (
          <OperatorTextCard key={`${text.provider} ${text.words}`} text={text} />
        ))}
      </div>
      {data.others > 0 && (
        <p className="text-ivory-muted text-sm">
          {t('health.operatorWords.others', { count: data.others })}
        </p>
      )}
    </section>
  );
}

const UNNAMED = 'unnamed';
const MEANINGS = [UNNAMED, ...NAMEABLE_REASONS] as const;
type Meaning = (typeof MEANINGS)[number];

function OperatorTextCard({ text }: { text: OperatorText }) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const mayName = useMay('payments');
  const name = useNameText();
  const { provider, words, payments, lastSeenAt, reason } = text;
  const saved: Meaning = reason ?? UNNAMED;
  const [chosen, setChosen] = useState<Meaning | null>(null);
  const meaning = chosen ?? saved;
  const meaningText = (one: Meaning) => {
    if (one === UNNAMED) return t('health.operatorWords.unnamed');
    return one === 'unknown' ? t('health.operatorWords.nothing') : t(`tracking.reason.${one}`);
  };
  return (
    <article
      aria-label={words}
      className="flex flex-col gap-2 rounded-xl border border-surface-line bg-surface-raised px-4 py-3"
    >
      <p translate="no" className="wrap-anywhere font-semibold">
        {words}
      </p>
      <p className="text-ivory-soft text-sm">
        <span translate="no">{providerName(provider)}</span>
        <Separator />
        {t('health.operatorWords.payments', { count: payments, time: eventTime(lastSeenAt) })}
      </p>
      {mayName ? (
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-48 grow basis-48">
            <SelectField
              isDense
              label={t('health.operatorWords.meaning')}
              value={meaning}
              choices={MEANINGS}
              textOf={meaningText}
              onChoose={setChosen}
            />
          </div>
          {/* Keeps its place, so that the cards below do not move. */}
          <Button
            size="sm"
            className={clsx(meaning === saved && 'invisible')}
            isBusy={name.isPending}
            onClick={() =>
              name.mutate({ provider, words, reason: meaning === UNNAMED ? null : meaning })
            }
          >
            {t('health.operatorWords.save')}
          </Button>
        </div>
      ) : (
        <p className="text-sm">{meaningText(saved)}</p>
      )}
    </article>
  );
}
