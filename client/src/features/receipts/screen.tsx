import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ApiError } from '#client/lib/api/request';
import { formatRetryTime, retryAtOf } from '#client/lib/api/retry-time';
import { useErasedSince } from '#client/lib/use-event';
import { useLanguage } from '#client/lib/use-language';
import { EitherOrSearch } from '#client/ui/fields/either-or-search';
import { toastError } from '#client/ui/overlay/toast';
import { Spinner } from '#client/ui/spinner';
import type { ReceiptLookupBody } from '#shared/contracts/receipts';
import { normalizePhone } from '#shared/domain/phone';
import { lookUpReceipts, receiptByCode } from './api';
import { DeviceReceipts } from './components/device-receipts';
import { ReceiptDialog } from './components/receipt-dialog';
import { ReceiptResults } from './components/receipt-results';
import { RefundedReceipt } from './components/refunded-receipt';
import { SendAgain } from './components/send-again';

/** Returns the key of the text for a search that failed. */
function errorTextKey(error: unknown) {
  if (!(error instanceof ApiError)) return 'receipts.error.generic' as const;
  const { code, status, retryAfterMs } = error;
  if (code === 'too-many-requests' && retryAfterMs !== null)
    return `receipts.error.${code}` as const;
  if (status === 429) return 'receipts.error.rate-limited' as const;
  if (code === 'validation') return 'receipts.error.validation' as const;
  return 'receipts.error.generic' as const;
}

function useReceiptLookup() {
  const { t } = useTranslation();
  const language = useLanguage();
  const erasedSince = useErasedSince();
  return useMutation({
    // Fails at once when there is no network, and says so.
    networkMode: 'always',
    mutationFn: lookUpReceipts,
    onSuccess: ({ receipts }) => {
      // Deleted details are not the voter's mistake: the text below is enough.
      if (receipts.length > 0 || erasedSince) return;
      toastError(t('receipts.none.title'), t('receipts.none.hint'));
    },
    onError: (error) =>
      toastError(
        t('receipts.error.title'),
        (error instanceof ApiError && error.refusal) ||
          t(errorTextKey(error), { time: formatRetryTime(retryAtOf(error), language) }),
      ),
  });
}

interface ReceiptSearchProps {
  isSearching: boolean;
  /** Why the server rejected the address, if it did. */
  refusal: string | undefined;
  onEdit: () => void;
  onSearch: (body: ReceiptLookupBody) => void;
}

/** Searches by e-mail or by phone. */
function ReceiptSearch({ isSearching, refusal, onSearch, onEdit }: ReceiptSearchProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<'none' | 'noNumber' | 'nothing'>('none');

  const search = (email: string, phoneNumber: string) => {
    if (email) return onSearch({ email });
    if (normalizePhone(phoneNumber) !== null) return onSearch({ phoneNumber });
    setProblem(phoneNumber ? 'noNumber' : 'nothing');
    if (phoneNumber) toastError(t('receipts.error.title'), t('receipts.error.validation'));
    else toastError(t('receipts.inputRequired.title'), t('receipts.inputRequired.description'));
  };

  return (
    <EitherOrSearch
      text={{
        type: 'email',
        inputMode: 'email',
        autoComplete: 'email',
        maxLength: 254,
        label: t('receipts.search.email'),
        placeholder: t('receipts.search.emailPlaceholder'),
        error: problem === 'nothing' ? t('receipts.inputRequired.description') : refusal,
      }}
      phone={{
        label: t('receipts.search.phone'),
        placeholder: t('receipts.search.phonePlaceholder'),
        hint: t('receipts.search.phoneHint'),
        error: problem === 'noNumber' ? t('receipts.search.notMobile') : undefined,
      }}
      or={t('receipts.search.or')}
      closed={t('receipts.search.closed')}
      submitLabel={t('receipts.search.submit')}
      isSearching={isSearching}
      onSearch={search}
      onEdit={() => {
        setProblem('none');
        onEdit();
      }}
    />
  );
}

interface OpenedReceiptProps {
  receiptCode: string;
  onClose: () => void;
}

function OpenedReceipt({ receiptCode, onClose }: OpenedReceiptProps) {
  const { t } = useTranslation();
  // Once loaded it stays, even when the network is lost.
  const { data: receipt, isLoadingError } = useQuery(receiptByCode(receiptCode));

  useEffect(() => {
    if (!isLoadingError) return;
    toastError(t('receipts.error.title'), t('receipts.error.load'));
    onClose();
  }, [isLoadingError, t, onClose]);

  if (receipt) {
    const { refundedAt } = receipt.payment;
    return refundedAt === null ? (
      <ReceiptDialog receipt={receipt} onClose={onClose} />
    ) : (
      <RefundedReceipt receipt={receipt} refundedAt={refundedAt} onClose={onClose} />
    );
  }
  return (
    <div className="pointer-events-none fixed inset-0 z-40 flex items-center justify-center bg-surface/85 text-gold">
      <Spinner className="size-10" label={t('receipts.loading')} />
    </div>
  );
}

interface MyReceiptsProps {
  openedCode: string | null;
  onOpen: (receiptCode: string) => void;
  onClose: () => void;
}

export function MyReceipts({ openedCode, onOpen, onClose }: MyReceiptsProps) {
  const { t } = useTranslation();
  const lookup = useReceiptLookup();
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6 px-4 pt-4 pb-16 sm:px-6 sm:pt-8">
      <header>
        <h1 className="font-extrabold text-4xl leading-tight sm:text-5xl">
          {t('receipts.pageTitle')}
        </h1>
        <p className="mt-3 text-ivory-soft text-pretty">{t('receipts.intro')}</p>
      </header>
      <ReceiptSearch
        isSearching={lookup.isPending}
        refusal={
          lookup.error && errorTextKey(lookup.error) === 'receipts.error.validation'
            ? t('receipts.error.validation')
            : undefined
        }
        onSearch={lookup.mutate}
        onEdit={() => lookup.error && lookup.reset()}
      />
      <Link
        href="/payment-help"
        className="inline-flex min-h-touch items-center self-start font-semibold text-gold underline underline-offset-4 hover:text-gold-bright"
      >
        {t('common.footer.helpLink')}
      </Link>
      <SendAgain />
      {lookup.data ? (
        <ReceiptResults receipts={lookup.data.receipts} onView={onOpen} />
      ) : (
        <DeviceReceipts onView={onOpen} />
      )}
      {openedCode && <OpenedReceipt receiptCode={openedCode} onClose={onClose} />}
    </div>
  );
}
