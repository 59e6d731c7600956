import { CalendarClock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { OrganiserWords } from '#client/features/layout/index';
import { formatMoney } from '#client/lib/format';
import { linkSource } from '#client/lib/page/link-source';
import { serverNow } from '#client/lib/time/server-clock';
import { useEventTime } from '#client/lib/use-event';
import { useLanguage } from '#client/lib/use-language';
import { useIdleImport } from '#client/lib/when-idle';
import { Countdown } from '#client/ui/countdown';
import { dismissToast } from '#client/ui/overlay/toast';
import type { PublicConfig } from '#shared/contracts/config';
import { normalizePhone, toMsisdn } from '#shared/domain/phone';
import { priceOf } from '#shared/domain/pricing';
import { sumOfVotes } from '#shared/domain/votes';
import { EarlierRequests } from '../../components/earlier-requests';
import { MethodToggle } from '../../components/method-toggle';
import { VotesCard } from '../../components/votes-card';
import { MobileMoneyForm } from '../../mobile-money/components/mobile-money-form';
import { deviceInfo } from '../../model/device-info';
import { chosenOf, type PaymentMethods } from '../../model/payment-methods';
import { readDraft } from '../../model/saved-payer';
import { type VoteOption, voteLinesOf } from '../../model/vote-lines';
import { importPaymentCode } from '../../progress/components/followed-payment';
import { unknownPaymentIds } from '../../progress/model/earlier-payments';
import { isPayingByCard, openPaymentIn } from '../../progress/model/payment-progress';
import { beginSubmission } from '../../progress/model/submission';
import { usePaymentProgress } from '../../progress/use-payment-progress';
import { useCheckoutDraft } from '../../use-checkout-draft';
import { useRefreshOffer } from '../../use-fresh-offer';
import { useShownOffer } from '../../use-shown-offer';
import { CardSection } from './card-section';
import { ChangeNotice } from './change-notice';

const LAST_HOUR_MS = 3_600_000;

/** Shows the closing time, and the rule for a payment that is in progress at that time. */
function ClosingNote({ closesAt }: { closesAt: string }) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  return (
    <p className="flex items-start gap-2.5 px-1 text-ivory-soft text-sm">
      <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0 text-gold" />
      <span>
        {t('checkout.voting.closesAt', { time: eventTime(closesAt) })}{' '}
        {Date.parse(closesAt) - serverNow() < LAST_HOUR_MS && <Countdown to={closesAt} />}{' '}
        {t('checkout.voting.lateApproval')}
      </span>
    </p>
  );
}

interface PaymentFormProps {
  artist: { id: string; name: string };
  methods: PaymentMethods;
  options: readonly VoteOption[];
  /** The category that the voter comes from. */
  origin: string | null;
  /** False while the options come from the cached page of a category. */
  areOptionsFinal: boolean;
  config: PublicConfig;
}

/** Votes and payer: everything up to the payment request. */
export function PaymentForm({
  artist,
  methods: latestMethods,
  options,
  origin,
  areOptionsFinal,
  config,
}: PaymentFormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { progress, dispatch } = usePaymentProgress();
  useIdleImport(importPaymentCode);
  const { draft, changeDraft } = useCheckoutDraft(artist.id);
  const voteLines = voteLinesOf(options, draft.votes, config.votes);
  const totalVotes = sumOfVotes(voteLines);
  const isFrozen = isPayingByCard(progress) || openPaymentIn(progress)?.method === 'card';
  const { offer, changes, forgetChanges } = useShownOffer(config, latestMethods, {
    wanted: draft.method,
    isFrozen,
  });
  const { methods, prices } = offer;
  const method = chosenOf(methods, draft.method);
  const price = prices[method];
  const amount = priceOf(totalVotes, price);

  const votes = useRef<HTMLFieldSetElement>(null);
  const focusVotes = () => votes.current?.querySelector<HTMLElement>('input[type=number]')?.focus();

  const refreshOffer = useRefreshOffer();
  const isNumberComplete = normalizePhone(draft.phoneDigits) !== null;
  useEffect(() => {
    // The operator is known, and whether its wallets can be charged matters now.
    if (isNumberComplete) refreshOffer();
  }, [isNumberComplete, refreshOffer]);
  const chooseCard = () => {
    changeDraft({ method: 'card' });
    votes.current?.querySelector<HTMLElement>('input[value=card]')?.focus();
  };
  const onCard = method === 'mobile-money' && methods.includes('card') ? chooseCard : null;
  useEffect(() => {
    // A method that was switched off and comes back must not replace a form that is filled in.
    if (draft.method !== method) changeDraft({ method });
  });

  const pay = () => {
    // Beside the request, which need not wait: the server rejects what is no longer on offer.
    refreshOffer();
    forgetChanges();
    const body = {
      phoneNumber: toMsisdn(draft.phoneDigits),
      voterEmail: draft.email.trim(),
      nominationVotes: voteLines,
      totalVotes,
      amountMinor: amount.amountMinor,
      openPayments: unknownPaymentIds(),
      deviceInfo: deviceInfo(),
      linkSource: linkSource(),
      locale: language,
    };
    const { mobileMoneyProvider: provider } = config;
    const { keepsNumber } = draft;
    // The toast said what was missing.
    dismissToast();
    beginSubmission({ provider, body, keepsNumber, draft: readDraft() }, artist);
    dispatch({ type: 'submitted', order: { artistName: artist.name, amount, since: Date.now() } });
  };

  return (
    <div className="flex flex-col gap-3 sm:gap-6">
      <ChangeNotice changes={changes} onCard={onCard} />
      <fieldset ref={votes} disabled={isFrozen} className="contents">
        <VotesCard
          options={options}
          origin={origin}
          votes={draft.votes}
          range={config.votes}
          totalVotes={totalVotes}
          cost={formatMoney(amount, language)}
          onVotesChange={(votes) => changeDraft({ votes })}
        />
        {methods.length > 1 && (
          <MethodToggle
            methods={methods}
            chosen={method}
            totalVotes={totalVotes}
            prices={prices}
            onChoose={(chosen) => changeDraft({ method: chosen })}
          />
        )}
      </fieldset>
      {method === 'mobile-money' ? (
        <MobileMoneyForm
          totalVotes={totalVotes}
          amount={amount}
          price={price}
          details={draft}
          onDetailsChange={changeDraft}
          isReady={areOptionsFinal}
          onSubmit={pay}
          onNoVotes={focusVotes}
          onCard={onCard}
        />
      ) : (
        <CardSection
          // At another price another payment is set up.
          key={price.amountMinor}
          artist={artist}
          totalVotes={totalVotes}
          amount={amount}
          price={price}
          voteLines={areOptionsFinal && voteLines.length > 0 ? voteLines : null}
          email={draft.email}
          onEmailChange={(email) => changeDraft({ email })}
          onNoVotes={focusVotes}
          source={{
            publishableKey: config.stripePublishableKey ?? '',
            scriptUrl: config.stripeScriptUrl,
          }}
          captcha={config.captcha}
          hasOtherMethod={methods.length > 1}
        />
      )}
      <EarlierRequests artistId={artist.id} />
      {config.voting.closesAt && <ClosingNote closesAt={config.voting.closesAt} />}
      <OrganiserWords className="flex flex-col gap-2 px-1 text-ivory-soft text-sm" />
      <Link
        href="/privacy"
        className="inline-flex min-h-touch items-center self-start px-1 font-semibold max-sm:-my-2 text-gold text-sm underline underline-offset-4 hover:text-gold-bright"
      >
        {t('common.footer.privacyLink')}
      </Link>
    </div>
  );
}
