import { skipToken, useQuery } from '@tanstack/react-query';
import { CircleHelp, Hourglass, WifiOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { latestPaymentId } from '#client/features/checkout/index';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { ApiError, call } from '#client/lib/api/request';
import { formatRetryTime, retryAtOf } from '#client/lib/api/retry-time';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { useEditionTitle, useErasedSince, useEventTime } from '#client/lib/use-event';
import { useLanguage } from '#client/lib/use-language';
import { EmptyState } from '#client/ui/empty-state';
import { EitherOrSearch } from '#client/ui/fields/either-or-search';
import { Section } from '#client/ui/section';
import type { HelpedPayment, PaymentHelpBody } from '#shared/contracts/payment-help';
import { normalizePhone } from '#shared/domain/phone';
import { FoundPayment } from './components/found-payment';

interface HelpAnswerProps {
  searched: PaymentHelpBody;
  payment: HelpedPayment | null;
}

const HelpAnswer = ({ searched, payment }: HelpAnswerProps) =>
  payment ? <FoundPayment payment={payment} /> : <NotFound isByPhone={'phoneNumber' in searched} />;

const CARD = 'rounded-card border border-surface-line bg-surface-raised';

function NotFound({ isByPhone }: { isByPhone: boolean }) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const erasedSince = useErasedSince();
  const event = useEditionTitle()();
  const hasArchive = useQuery(publicConfigQuery).data?.hasArchive;
  if (isByPhone && erasedSince) {
    return (
      <EmptyState
        className={CARD}
        icon={<CircleHelp aria-hidden />}
        heading={t('help.erased.title')}
        hint={t('help.erased.hint', { event, time: eventTime(erasedSince) })}
      />
    );
  }
  return (
    <EmptyState
      className={CARD}
      icon={<CircleHelp aria-hidden />}
      heading={t(isByPhone ? 'help.notFound.phone' : 'help.notFound.reference')}
      hint={
        isByPhone
          ? [t('help.notFound.phoneHint'), hasArchive && t('help.notFound.earlier')]
              .filter(Boolean)
              .join(' ')
          : t('help.notFound.referenceHint')
      }
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

interface HelpSearchProps {
  /** Initial value of the field. */
  openReference: string;
  isSearching: boolean;
  onSearch: (search: PaymentHelpBody) => void;
}

/** Searches by reference or by phone number; errors appear at the field. */
function HelpSearch({ openReference, isSearching, onSearch }: HelpSearchProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<'required' | 'notMobile' | null>(null);

  const search = (reference: string, phoneNumber: string) => {
    if (reference) return onSearch({ reference });
    if (phoneNumber === '') return setProblem('required');
    if (normalizePhone(phoneNumber) === null) return setProblem('notMobile');
    onSearch({ phoneNumber });
  };

  return (
    <EitherOrSearch
      text={{
        autoComplete: 'off',
        autoCapitalize: 'none',
        spellCheck: false,
        maxLength: 100,
        label: t('help.search.reference'),
        hint: t('help.search.referenceHint'),
        error: problem === 'required' ? t('help.search.required') : undefined,
      }}
      phone={{
        label: t('help.search.phone'),
        placeholder: t('help.search.phonePlaceholder'),
        hint: t('help.search.phoneHint'),
        error: problem === 'notMobile' ? t('help.search.notMobile') : undefined,
      }}
      or={t('help.search.or')}
      closed={t('help.search.closed')}
      submitLabel={t('help.search.submit')}
      initialText={openReference}
      isSearching={isSearching}
      onSearch={search}
      onEdit={() => setProblem(null)}
    />
  );
}

/** Repeating a search sends another request: the payment may have changed meanwhile. */
function usePaymentHelp(firstSearch: PaymentHelpBody | null) {
  const [search, setSearch] = useState({ body: firstSearch, count: 0 });
  const { body } = search;
  const answer = useQuery({
    queryKey: ['/api/payment-help', search],
    queryFn: body ? ({ signal }) => call('POST /api/payment-help', { body, signal }) : skipToken,
    // The response leaves the cache with the screen: the device may be shared.
    gcTime: 0,
    // The search fails at once when there is no network.
    networkMode: 'always',
  });
  const find = (next: PaymentHelpBody) =>
    setSearch(({ count }) => ({ body: next, count: count + 1 }));
  return { searched: body, answer, find };
}

export function PaymentHelp() {
  const { t } = useTranslation();
  usePageTitle(t('help.pageTitle'));
  // The payment that is open in this browser is looked up at once.
  const [openReference] = useState(() => latestPaymentId() ?? '');
  const { searched, answer, find } = usePaymentHelp(
    openReference ? { reference: openReference } : null,
  );
  const language = useLanguage();
  const refunds = useQuery(publicConfigQuery).data?.refunds?.[language];
  const isAnswered = searched !== null && !answer.isFetching;
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6 px-4 pt-4 pb-16 sm:px-6 sm:pt-8">
      <header>
        <h1 className="font-extrabold text-4xl leading-tight sm:text-5xl">{t('help.pageTitle')}</h1>
        <p className="mt-3 text-ivory-soft text-pretty">{t('help.intro')}</p>
      </header>
      <HelpSearch openReference={openReference} isSearching={answer.isFetching} onSearch={find} />
      {/* Present before the response: a status region added together with its text is not
          announced. */}
      <div role="status">
        {isAnswered && answer.data && (
          <HelpAnswer searched={searched} payment={answer.data.payment} />
        )}
      </div>
      {isAnswered && !answer.data && <NoAnswer error={answer.error} />}
      <Section title={t('help.wrongArtist.title')}>
        <p className="text-ivory-soft text-pretty">{t('help.wrongArtist.rule')}</p>
        {refunds && <p className="wrap-anywhere text-ivory-soft text-pretty">{refunds}</p>}
      </Section>
    </div>
  );
}
