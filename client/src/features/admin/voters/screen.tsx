import { UserX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AdminPage } from '#client/features/admin/shell/index';
import { useAdminMutation } from '#client/features/auth/index';
import { call } from '#client/lib/api/request';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { Button } from '#client/ui/button';
import { EmptyState } from '#client/ui/empty-state';
import { EitherOrSearch } from '#client/ui/fields/either-or-search';
import { toast } from '#client/ui/overlay/toast';
import { type ReceiptLookupBody, receiptLookup } from '#shared/contracts/receipts';
import type { Erasure, ErasurePreview } from '#shared/contracts/voters';

type Problem = 'required' | 'email' | 'phone' | null;

interface Found {
  voter: ReceiptLookupBody;
  preview: ErasurePreview;
}

/** Shows how many payments are affected, and asks for confirmation. */
function AffectedPayments({
  found,
  onErased,
}: {
  found: Found;
  onErased: (erased: Erasure) => void;
}) {
  const { t } = useTranslation();
  const { payments, votes, pending } = found.preview;
  const erase = useAdminMutation<Erasure>({
    mutationFn: () => call('POST /api/admin/voters/erase', { body: found.voter }),
    onSuccess: onErased,
  });
  return (
    <fieldset className="min-w-0 rounded-xl border border-alert bg-surface-raised p-4 sm:p-5">
      <legend className="px-1 font-bold text-xl">{t('voters.found')}</legend>
      <div role="status">
        <ul className="flex list-disc flex-col gap-1 pl-5">
          <li>{t('voters.payments', { count: payments })}</li>
          <li>{t('voters.votes', { count: votes })}</li>
          {pending > 0 && <li>{t('voters.pending', { count: pending })}</li>}
        </ul>
      </div>
      <p className="mt-3 text-ivory-soft text-sm">{t('voters.explanation')}</p>
      {erase.isError && (
        <p role="alert" className="mt-2 text-alert text-sm">
          {t('voters.problem.failed')}
        </p>
      )}
      <Button
        variant="danger"
        className="mt-4"
        isBusy={erase.isPending}
        onClick={() => erase.mutate()}
      >
        {t('voters.erase')}
      </Button>
    </fieldset>
  );
}

/** Returns the problem with the input; null when the server can look it up. */
function problemOf(email: string, phoneNumber: string): Problem {
  if (!email && !phoneNumber) return 'required';
  const body = email ? { email } : { phoneNumber };
  if (receiptLookup.safeParse(body).success) return null;
  return email ? 'email' : 'phone';
}

/**
 * Deletes the data of a voter on request. The voter's details are stored in no address and no
 * draft.
 */
export function VotersScreen() {
  const { t } = useTranslation();
  usePageTitle(t('voters.title'));
  const [problem, setProblem] = useState<Problem>(null);
  // Discarded with the look-up: a later response belongs to a voter who is no longer in the fields.
  const lookUp = useAdminMutation<Found, ReceiptLookupBody>({
    mutationFn: async (voter) => ({
      voter,
      preview: await call('POST /api/admin/voters/preview', { body: voter }),
    }),
  });
  const found = lookUp.data;
  const search = (email: string, phoneNumber: string) => {
    const wrong = problemOf(email, phoneNumber);
    setProblem(wrong);
    if (wrong === null) lookUp.mutate(email ? { email } : { phoneNumber });
  };
  const forget = () => {
    setProblem(null);
    lookUp.reset();
  };
  const showErased = ({ payments }: Erasure) => {
    lookUp.reset();
    toast({
      title: t('voters.done'),
      description: t('voters.doneHint', { count: payments }),
    });
  };
  const hasNoPayments = found?.preview.payments === 0 && found.preview.pending === 0;
  return (
    <AdminPage title={t('voters.title')} intro={t('voters.intro')} actions={null}>
      <EitherOrSearch
        text={{
          type: 'email',
          inputMode: 'email',
          autoComplete: 'off',
          maxLength: 254,
          label: t('voters.email'),
          error:
            problem === 'required' || problem === 'email'
              ? t(`voters.problem.${problem}`)
              : undefined,
        }}
        phone={{
          label: t('voters.phone'),
          hint: t('voters.phoneHint'),
          error: problem === 'phone' ? t('voters.problem.phone') : undefined,
        }}
        or={t('voters.or')}
        closed={t('voters.closed')}
        submitLabel={t('voters.search')}
        isSearching={lookUp.isPending}
        onSearch={search}
        onEdit={forget}
      />
      {lookUp.isError && (
        <p role="alert" className="text-alert">
          {t('voters.problem.failed')}
        </p>
      )}
      {found &&
        (hasNoPayments ? (
          <EmptyState
            role="status"
            icon={<UserX aria-hidden />}
            heading={t('voters.nothing.heading')}
            hint={t('voters.nothing.hint')}
          />
        ) : (
          <AffectedPayments found={found} onErased={showErased} />
        ))}
    </AdminPage>
  );
}
