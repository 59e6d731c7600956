import { clsx } from 'clsx';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#client/lib/format';
import { useEventTime } from '#client/lib/use-event';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { TextArea } from '#client/ui/fields/text-field';
import { Separated } from '#client/ui/separator';
import type { Difference } from '#shared/contracts/books';
import { providerName } from '#shared/domain/provider-name';
import { listedMoney } from '../model/listed-money';
import { useAskAgain, useCloseDifference } from '../use-book-actions';

/** Longest note that the server accepts. */
const NOTE_LENGTH = 500;

interface CloseFormProps {
  id: string;
  onClose: () => void;
}

/** Closes the difference without correcting anything; the reason is stored. */
function CloseForm({ id, onClose }: CloseFormProps) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const close = useCloseDifference(id, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (note.trim() !== '') close.mutate(note);
  };
  return (
    <form className="mt-3 flex flex-col gap-3" noValidate onSubmit={submit}>
      <TextArea
        label={t('books.close.note')}
        value={note}
        maxLength={NOTE_LENGTH}
        error={isTried && note.trim() === '' ? t('books.close.noteMissing') : undefined}
        onChange={({ target }) => setNote(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" disabled={close.isPending} onClick={onClose}>
          {t('books.close.cancel')}
        </Button>
        <Button type="submit" size="sm" isBusy={close.isPending}>
          {t('books.close.confirm')}
        </Button>
      </div>
    </form>
  );
}

/** Both sides of the difference, as far as they have data. */
function Sides({ difference: { payment, listed } }: { difference: Difference }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const eventTime = useEventTime();
  const state = payment?.isReversed ? 'reversed' : payment?.status;
  return (
    <dl className="mt-2 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-2">
      <div>
        <dt className="text-ivory-muted">{t('books.side.ours')}</dt>
        <dd className="wrap-anywhere font-semibold">
          {payment && state ? (
            <Separated items={[formatMoney(payment, language), t(`books.status.${state}`)]} />
          ) : (
            t('books.side.nothing')
          )}
        </dd>
      </div>
      <div>
        <dt className="text-ivory-muted">{t('books.side.theirs')}</dt>
        <dd className="wrap-anywhere font-semibold">
          {listed ? (
            <Separated
              items={[
                listedMoney(listed.amountMinor, listed.currency, language),
                eventTime(listed.at),
              ]}
            />
          ) : (
            t('books.side.nothing')
          )}
        </dd>
      </div>
    </dl>
  );
}

interface DifferenceItemProps {
  difference: Difference;
  onOpen: (paymentId: string) => void;
}

/** The reason for a difference, and what can be done about it. */
export function DifferenceItem({ difference, onOpen }: DifferenceItemProps) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const [isClosing, setClosing] = useState(false);
  const askAgain = useAskAgain(difference.id);
  const { provider, reason, payment, providerRef, resolution, resolvedAt, note } = difference;
  const isOpen = resolution === null;
  return (
    <li
      className={clsx(
        'border-l-4 py-1 pl-3',
        isOpen ? 'border-amber' : 'border-surface-line text-ivory-soft',
      )}
    >
      <h3 className="font-sans font-semibold">{t(`books.reason.${reason}.title`)}</h3>
      <p className="text-ivory-muted text-xs">
        <Separated items={[providerName(provider), providerRef]} />
      </p>
      {isOpen && <p className="mt-1 max-w-prose text-sm">{t(`books.reason.${reason}.hint`)}</p>}
      <Sides difference={difference} />
      {resolution !== null && resolvedAt !== null && (
        <p className="mt-2 wrap-anywhere text-sm">
          {t(`books.resolution.${resolution}`, { time: eventTime(resolvedAt) })} {note}
        </p>
      )}
      {isClosing && isOpen ? (
        <CloseForm id={difference.id} onClose={() => setClosing(false)} />
      ) : (
        <div className="mt-3 flex flex-wrap gap-2">
          {isOpen && (payment || reason === 'unknown-here') && (
            <Button size="sm" isBusy={askAgain.isPending} onClick={() => askAgain.mutate()}>
              {t('books.ask')}
            </Button>
          )}
          {payment && (
            <Button variant="outline" size="sm" onClick={() => onOpen(payment.id)}>
              {t('books.openPayment')}
            </Button>
          )}
          {isOpen && (
            <Button variant="outline" size="sm" onClick={() => setClosing(true)}>
              {t('books.close.action')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
