import { useEffect } from 'react';
import type { PublicConfig } from '../../../../../shared/contracts/config';
import { toMsisdn } from '../../../../../shared/domain/phone';
import type { Money } from '../../../../../shared/domain/pricing';
import { useLanguage } from '../../../lib/use-language';
import { importWaitingOverlay } from '../progress/load-waiting-overlay';
import { type BallotLine, splitOf, totalVotesOf } from './ballot';
import { BallotCard } from './ballot-card';
import { ClosingNote } from './closing-note';
import { deviceInfo } from './device-info';
import { MobileMoneyForm } from './mobile-money-form';
import { useCheckoutDraft } from './use-checkout-draft';
import { useMobileMoneyPayment } from './use-mobile-money-payment';

interface PaymentFormProps {
  artist: { id: string; name: string };
  ballot: readonly BallotLine[];
  /** False while the ballot is still the one that the address names. */
  isBallotFinal: boolean;
  config: PublicConfig;
}

/** Votes and payer, from the first vote to the payment request. */
export function PaymentForm({ artist, ballot, isBallotFinal, config }: PaymentFormProps) {
  const language = useLanguage();
  useEffect(() => {
    // What cannot be loaded now is asked for again when it is needed.
    importWaitingOverlay().catch(() => {});
  }, []);
  const { draft, changeDraft } = useCheckoutDraft(artist.id);
  const payment = useMobileMoneyPayment();
  const totalVotes = totalVotesOf(ballot, draft.votes);

  const pay = (amount: Money) =>
    payment.mutate({
      artistId: artist.id,
      provider: config.mobileMoneyProvider,
      order: { artistName: artist.name, amount, submittedAt: Date.now() },
      body: {
        phoneNumber: toMsisdn(draft.phoneDigits),
        voterEmail: draft.email.trim(),
        nominationVotes: splitOf(ballot, draft.votes),
        totalVotes,
        deviceInfo: deviceInfo(),
        locale: language,
      },
    });

  return (
    <div className="flex flex-col gap-6">
      <BallotCard
        ballot={ballot}
        votes={draft.votes}
        onVotesChange={(votes) => changeDraft({ votes })}
      />
      <MobileMoneyForm
        totalVotes={totalVotes}
        details={draft}
        onDetailsChange={changeDraft}
        isReady={isBallotFinal}
        onSubmit={pay}
      />
      {config.voting.closesAt && <ClosingNote closesAt={config.voting.closesAt} />}
    </div>
  );
}
