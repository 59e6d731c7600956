import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '#client/features/admin/shell/index';
import { formatNumber } from '#client/lib/format';
import { useEventTime } from '#client/lib/use-event';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import type { Closings, Correction } from '#shared/contracts/books';
import { type Language, localized } from '#shared/domain/localized';
import { providerName } from '#shared/domain/provider-name';
import { closingsQuery } from '../api';
import { listedMoney } from '../model/listed-money';
import { useCloseBooks } from '../use-book-actions';

const COUNTS: readonly Correction['figure'][] = ['payments', 'votes'];

function correctionValue({ figure, currency }: Correction, value: number, language: Language) {
  return currency === null || COUNTS.includes(figure)
    ? formatNumber(value, language)
    : listedMoney(value, currency, language);
}

function CorrectionItem({ correction }: { correction: Correction }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { provider, category, figure, closed, now } = correction;
  const about = category
    ? localized(language, category.name, category.nameFr)
    : provider && providerName(provider);
  return (
    <li className="wrap-anywhere">
      {t('books.closing.correction', {
        about,
        figure: t(`books.closing.figure.${figure}`),
        closed: correctionValue(correction, closed, language),
        now: correctionValue(correction, now, language),
      })}
    </li>
  );
}

const reportAddress = (id: number, kind: 'pdf' | 'csv', language: Language) =>
  `/api/admin/books/closings/${id}/report.${kind}?lang=${language}`;

function ClosingItem({ closing }: { closing: Closings['closings'][number] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const eventTime = useEventTime();
  const { id, closedAt, by, corrections } = closing;
  return (
    <li className="rounded-xl border border-surface-line bg-surface-raised px-4 py-3">
      <p className="wrap-anywhere font-semibold">
        {t('books.closing.closed', { time: eventTime(closedAt), name: by })}
      </p>
      {corrections.length === 0 ? (
        <p className="mt-1 text-ivory-soft text-sm">{t('books.closing.noCorrections')}</p>
      ) : (
        <>
          <p className="mt-2 font-semibold text-sm">
            {t('books.closing.corrections', { count: corrections.length })}
          </p>
          <ul className="mt-1 list-disc pl-5 text-sm">
            {corrections.map((correction) => (
              <CorrectionItem
                key={`${correction.provider} ${correction.currency} ${correction.category?.id ?? correction.category?.name} ${correction.figure}`}
                correction={correction}
              />
            ))}
          </ul>
        </>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {(['pdf', 'csv'] as const).map((kind) => (
          <Button key={kind} asChild variant="outline" size="sm">
            {/* The browser downloads the file from the server: this is no client-side route. */}
            <a href={reportAddress(id, kind, language)} download>
              <Download aria-hidden className="size-4" />
              {t(`books.closing.report.${kind}`)}
            </a>
          </Button>
        ))}
      </div>
    </li>
  );
}

interface CloseButtonProps {
  day: string | null;
  isAgain: boolean;
}

/** Asks for confirmation: a closing stays on record. */
function CloseButton({ day, isAgain }: CloseButtonProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const close = useCloseBooks(day, () => setAsking(false));
  if (!isAsking) {
    return (
      <div>
        <Button size="sm" onClick={() => setAsking(true)}>
          {t(isAgain ? 'books.closing.again' : `books.closing.${day === null ? 'event' : 'day'}`)}
        </Button>
      </div>
    );
  }
  return (
    <fieldset aria-label={t('books.closing.question')}>
      <p className="max-w-prose text-sm">{t('books.closing.question')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          disabled={close.isPending}
          onClick={() => setAsking(false)}
        >
          {t('books.close.cancel')}
        </Button>
        <Button size="sm" isBusy={close.isPending} onClick={() => close.mutate()}>
          {t('books.closing.confirm')}
        </Button>
      </div>
    </fieldset>
  );
}

/** Shows how the books of a day, or of the whole edition, were closed, and what has changed since. */
export function ClosingsSection({ day }: { day: string | null }) {
  const { t } = useTranslation();
  const query = useQuery(closingsQuery(day));
  return (
    <section aria-labelledby="books-closings" className="flex flex-col gap-3">
      <h2 id="books-closings" className="font-bold text-xl">
        {t(day === null ? 'books.closing.eventHeading' : 'books.closing.dayHeading')}
      </h2>
      <QueryView query={query}>
        {({ closings, canClose }) => (
          <>
            {closings.length === 0 && <p className="text-ivory-soft">{t('books.closing.never')}</p>}
            <ul className="flex flex-col gap-3">
              {closings.map((closing) => (
                <ClosingItem key={closing.id} closing={closing} />
              ))}
            </ul>
            {canClose && <CloseButton day={day} isAgain={closings.length > 0} />}
          </>
        )}
      </QueryView>
    </section>
  );
}
