import { startTransition, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { hasSignedIn } from '#client/features/auth/index';
import { CachedNotice } from '#client/features/layout/index';
import { ReceiptProof } from '#client/features/open-count/index';
import { formatMoney } from '#client/lib/format';
import { rememberReceipt } from '#client/lib/offline/own-receipts';
import { useMoneyNotice } from '#client/lib/use-event';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { Dialog } from '#client/ui/overlay/dialog';
import type { Receipt } from '#shared/contracts/receipts';
import { localized } from '#shared/domain/localized';
import { spelled } from '#shared/domain/spelled';
import { useReceipt } from '../api';
import { ReceiptActions } from './receipt-actions';
import { EmptyReceiptCard, ReceiptCard } from './receipt-card';

interface SavedQuestionProps {
  onNotYet: () => void;
  onSaved: () => void;
}

/** An extra press of Escape or Enter must not lose the receipt: both lead back to it. */
function SavedQuestion({ onNotYet, onSaved }: SavedQuestionProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      onClose={onNotYet}
      title={t('receipts.saved.question')}
      description={t('receipts.saved.hint')}
    >
      <div className="flex flex-col gap-3 pt-2 sm:flex-row-reverse">
        <Button className="flex-1" onClick={onNotYet}>
          {t('receipts.saved.notYet')}
        </Button>
        <Button variant="outline" className="flex-1" onClick={onSaved}>
          {t('receipts.saved.yes')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Links to the results of each category, once the edition is in the archive. */
function ArchivedResults({ receipt: { edition, votesByCategory } }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const archived = votesByCategory.flatMap(({ resultsPath, ...line }) =>
    resultsPath ? [{ ...line, resultsPath }] : [],
  );
  if (archived.length === 0) return null;
  return (
    <section className="flex w-full flex-col items-center text-center sm:items-start sm:text-left">
      <h3 className="font-bold">{t('receipts.results', edition)}</h3>
      <ul>
        {archived.map(({ nominationId, resultsPath, categoryName, categoryNameFr }) => (
          <li key={nominationId}>
            <Link
              href={resultsPath}
              className="wrap-anywhere inline-flex min-h-touch items-center font-semibold text-gold underline underline-offset-4 hover:text-gold-bright"
            >
              {localized(language, categoryName, categoryNameFr)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface BesideReceiptProps {
  receipt: Receipt;
  /** Refetches the receipt. */
  refresh: () => Promise<Receipt>;
}

/** Text and actions of a receipt, beside its card or, on a phone, below. */
function BesideReceipt({ receipt, refresh }: BesideReceiptProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { isErased, partlyRefunded } = receipt.payment;
  return (
    <>
      <p className="max-w-xs text-balance text-center text-ivory-soft text-sm leading-snug sm:text-lg">
        {t('receipts.card.hint')}
      </p>
      {isErased && (
        <p className="max-w-xs text-balance text-center text-ivory-soft text-sm">
          {t('receipts.erased.receipt')}
        </p>
      )}
      {partlyRefunded && (
        <p className="max-w-xs text-balance text-center text-ivory-soft text-sm">
          {t('receipts.refunded.inPart', { amount: formatMoney(partlyRefunded, language) })}
        </p>
      )}
      <CachedNotice className="rounded-2xl border" />
      <ReceiptActions receipt={receipt} />
      <ArchivedResults receipt={receipt} />
      <ReceiptProof receipt={receipt} refresh={refresh} />
    </>
  );
}

/** The receipt for screen readers: its code is spelled out. */
function SpokenReceipt({ receipt: { payment, artist } }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const isTest = useMoneyNotice() !== null;
  const code = spelled(payment.receiptCode);
  const values = { count: payment.totalVotes, name: artist.name, code };
  return (
    // The sentence contains hardly a word to translate.
    <span translate="no">
      {t(isTest ? 'receipts.spoken.test' : 'receipts.spoken.paid', values)}
    </span>
  );
}

interface ReceiptDialogProps {
  receipt: Receipt;
  /**
   * True right after the payment: before it closes, the voter is asked whether the screenshot is
   * saved.
   */
  isNew?: boolean;
  onClose: () => void;
}

export function ReceiptDialog({
  receipt: initialReceipt,
  isNew = false,
  onClose,
}: ReceiptDialogProps) {
  const { t } = useTranslation();
  const { receipt, refresh } = useReceipt(initialReceipt);
  const [isAsking, setIsAsking] = useState(false);
  // The frame is rendered first and filled in slices: both at once would block a slow phone. Not a
  // deferred value: when its code has just loaded, React would render the frame again and again for
  // 300 ms.
  const [isFilled, setIsFilled] = useState(false);
  useEffect(() => startTransition(() => setIsFilled(true)), []);
  // Administrators view receipts of others, which are not stored. Not in this task: storing
  // re-renders the list of stored receipts. No clean-up either: a receipt closed at once is stored
  // too.
  useEffect(() => {
    if (!hasSignedIn()) setTimeout(() => rememberReceipt(initialReceipt, isNew));
  }, [initialReceipt, isNew]);
  const requestClose = () => {
    // For an instant after the question opens, Escape reaches this dialog instead of it.
    if (isAsking) setIsAsking(false);
    else if (isNew) setIsAsking(true);
    else onClose();
  };

  return (
    <Dialog
      onClose={requestClose}
      title={t('receipts.card.dialogTitle')}
      description={<SpokenReceipt receipt={receipt} />}
      isTitleHidden
      size="lg"
    >
      {/* From the start as high as it can get: the part about the open count loads later. */}
      <div className="flex min-h-[calc(94*var(--dvh)-1.25rem)] flex-col items-center gap-3 px-4 pt-4 sm:min-h-0 sm:flex-row sm:justify-center sm:gap-8 sm:px-8 sm:pt-6">
        {isFilled ? <ReceiptCard receipt={receipt} /> : <EmptyReceiptCard />}
        <div className="flex w-full flex-col items-center gap-3 sm:w-64 sm:gap-6 sm:self-start sm:pt-[calc(15*var(--dvh))] print:hidden">
          {isFilled && <BesideReceipt receipt={receipt} refresh={refresh} />}
        </div>
      </div>
      {isAsking && <SavedQuestion onNotYet={() => setIsAsking(false)} onSaved={onClose} />}
    </Dialog>
  );
}
