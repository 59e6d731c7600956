import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { BadgeCheck, ChevronDown, CircleAlert, CloudOff, Download } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactLinks } from '#client/features/layout/index';
import { saveFile } from '#client/lib/save-file';
import { Button } from '#client/ui/button';
import { Spinner } from '#client/ui/spinner';
import type { Receipt } from '#shared/contracts/receipts';
import { toVkey } from '#shared/open-count/note';
import { isSettled, type ReceiptCheck, receiptCheckQuery } from '../api';
import type { Verdict } from '../model/check-receipt';

const save = (name: string, text: string) =>
  // A generic type: for any other a phone would add a file extension of its own.
  saveFile(name, new Blob([text], { type: 'application/octet-stream' }));

/** Places in the log count from 0, entries on screen from 1. */
const shownPlace = (index: number) => index + 1;

/** Figures of a verdict for its texts. */
function figuresOf(verdict: Verdict) {
  const entry = 'entry' in verdict ? shownPlace(verdict.entry) : 0;
  const takenBack = 'takenBack' in verdict ? shownPlace(verdict.takenBack) : 0;
  return { entry, takenBack, size: 'size' in verdict ? verdict.size : 0 };
}

const DETAILS = 'flex flex-col items-center gap-2';

interface ProofDetailsProps {
  receipt: Receipt;
  check: ReceiptCheck;
}

/** Explains what a verified receipt proves, and offers the proof as a file for other programs. */
function ProofDetails({ receipt, check: { verdict, proof } }: ProofDetailsProps) {
  const { t } = useTranslation();
  const { receiptCode } = receipt.payment;
  const isTakenBack = verdict.kind === 'taken-back';
  const { entry, takenBack } = figuresOf(verdict);
  const files = [
    { entry, text: proof.counted },
    { entry: takenBack, text: proof.takenBack },
  ];
  return (
    <div className={DETAILS}>
      <p>
        {t(`receipts.proof.${isTakenBack ? 'explainedTakenBack' : 'explained'}`, {
          entry,
          takenBack,
        })}
      </p>
      <a
        href={`/count?edition=${receipt.edition.year}`}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-touch items-center font-semibold text-gold underline underline-offset-4 hover:text-gold-bright"
      >
        {t('receipts.proof.recount')}
      </a>
      {files.map(
        ({ entry, text }) =>
          text !== null && (
            <Button
              key={entry}
              variant="outline"
              size="sm"
              className="text-balance"
              onClick={() => save(`${receiptCode}-${entry}.tlog-proof`, text)}
            >
              <Download aria-hidden className="size-4" />
              {t('receipts.proof.save', { entry })}
            </Button>
          ),
      )}
    </div>
  );
}

/** Shows what does not match, and offers a file with the evidence. */
function DifferenceDetails({ receipt, check }: ProofDetailsProps) {
  const { t } = useTranslation();
  const { verdict, proof, keys, remembered } = check;
  if (verdict.kind !== 'different') return null;
  const { payment, artist, votesByCategory } = receipt;
  const saveEvidence = () => {
    const evidence = {
      receiptCode: payment.receiptCode,
      difference: verdict.difference,
      shown: {
        entry: payment.entry,
        takenBackEntry: payment.takenBackEntry,
        refundedAt: payment.refundedAt,
        artist: artist.name,
        votesByCategory,
      },
      proof,
      keys: keys.map(toVkey),
      remembered,
    };
    save(`${payment.receiptCode}-evidence.json`, JSON.stringify(evidence, null, 2));
  };
  return (
    <div className={DETAILS}>
      <p>{t(`receipts.proof.difference.${verdict.difference}`)}</p>
      <p className="text-ivory-soft">{t('receipts.proof.send')}</p>
      <ContactLinks className="flex flex-wrap justify-center gap-x-4" />
      <Button variant="outline" size="sm" onClick={saveEvidence}>
        <Download aria-hidden className="size-4" />
        {t('receipts.proof.evidence')}
      </Button>
    </div>
  );
}

interface VerdictLineProps {
  /** Null while it could not be checked. */
  verdict: Verdict | null;
  isOpen: boolean;
  detailsId: string;
  onToggle: () => void;
}

function VerdictLine({ verdict, isOpen, detailsId, onToggle }: VerdictLineProps) {
  const { t } = useTranslation();
  const classes = 'flex items-center gap-2';
  if (verdict === null) {
    return (
      <p className={clsx(classes, 'text-ivory-soft')}>
        <CloudOff aria-hidden className="size-5 shrink-0" />
        {t('receipts.proof.unreachable')}
      </p>
    );
  }
  switch (verdict.kind) {
    case 'waiting':
      return (
        <p className={clsx(classes, 'text-ivory-soft')}>
          <Spinner className="size-4 shrink-0" />
          {t('receipts.proof.waiting')}
        </p>
      );
    case 'different':
      return (
        <p className={clsx(classes, 'font-semibold text-alert')}>
          <CircleAlert aria-hidden className="size-5 shrink-0" />
          {t('receipts.proof.different')}
        </p>
      );
    default:
      return (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={onToggle}
          className={clsx(classes, 'min-h-touch text-left')}
        >
          <BadgeCheck aria-hidden className="size-5 shrink-0 text-gold" />
          {t(`receipts.proof.${verdict.kind}`, figuresOf(verdict))}
          <ChevronDown
            aria-hidden
            className={clsx(
              'size-4 shrink-0 text-ivory-soft',
              isOpen && '[transform:rotate(180deg)]',
            )}
          />
        </button>
      );
  }
}

interface CheckedReceiptProps {
  receipt: Receipt;
  refresh: () => Promise<Receipt>;
}

/** Shows the result of the automatic check of the receipt; a tap explains it. */
export function CheckedReceipt({ receipt, refresh }: CheckedReceiptProps) {
  const detailsId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { data: check, isError } = useQuery(receiptCheckQuery(receipt, refresh));
  const isUnreachable = isError && !isSettled(check?.verdict);
  const verdict = isUnreachable ? null : (check?.verdict ?? { kind: 'waiting' });
  const isWrong = verdict?.kind === 'different';
  const hasProof = verdict !== null && 'entry' in verdict;
  const hasDetails = isWrong || (hasProof && isOpen);
  const details = useRef<HTMLDivElement>(null);
  // The details open below the receipt, where a small screen ends.
  useEffect(() => {
    if (hasDetails) details.current?.scrollIntoView({ block: 'nearest' });
  }, [hasDetails]);
  return (
    <div className="w-full text-sm">
      <div role="status" className="flex min-h-touch items-center justify-center">
        <VerdictLine
          verdict={verdict}
          isOpen={isOpen}
          detailsId={detailsId}
          onToggle={() => setIsOpen(!isOpen)}
        />
      </div>
      <div
        ref={details}
        id={detailsId}
        hidden={!hasDetails}
        className="pb-2 text-center leading-snug"
      >
        {check && isWrong && <DifferenceDetails receipt={receipt} check={check} />}
        {check && hasProof && <ProofDetails receipt={receipt} check={check} />}
      </div>
    </div>
  );
}
