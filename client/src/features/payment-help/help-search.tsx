import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentHelpQuestion } from '../../../../shared/contracts/payment-help';
import { normalizePhone } from '../../../../shared/domain/phone';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/text-field';

interface HelpSearchProps {
  /** Filled in from the start. */
  openReference: string;
  isSearching: boolean;
  onSearch: (question: PaymentHelpQuestion) => void;
}

/** By reference or by phone, never both: what is typed in one field empties and closes the other. */
export function HelpSearch({ openReference, isSearching, onSearch }: HelpSearchProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState({ reference: openReference, phoneNumber: '' });
  const [problem, setProblem] = useState<'required' | 'notMobile' | null>(null);
  const reference = search.reference.trim();
  const phoneNumber = search.phoneNumber.trim();

  const change = (next: typeof search) => {
    setSearch(next);
    setProblem(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reference) return onSearch({ reference });
    if (phoneNumber === '') return setProblem('required');
    if (normalizePhone(phoneNumber) === null) return setProblem('notMobile');
    onSearch({ phoneNumber });
  };

  return (
    <form
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-4 rounded-card border border-stage-line bg-stage-raised p-5 sm:p-6"
    >
      <div className="flex flex-col gap-3 sm:flex-row sm:gap-5">
        <TextField
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          fieldClassName="flex-1"
          label={t('help.search.reference')}
          hint={t('help.search.referenceHint')}
          error={problem === 'required' ? t('help.search.required') : undefined}
          disabled={search.phoneNumber !== ''}
          value={search.reference}
          onChange={({ target }) => change({ reference: target.value, phoneNumber: '' })}
        />
        <p className="self-center text-ivory-muted text-sm sm:mt-11 sm:self-start">
          {t('help.search.or')}
        </p>
        <TextField
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={40}
          fieldClassName="flex-1"
          label={t('help.search.phone')}
          placeholder={t('help.search.phonePlaceholder')}
          hint={t('help.search.phoneHint')}
          error={problem === 'notMobile' ? t('help.search.notMobile') : undefined}
          disabled={search.reference !== ''}
          value={search.phoneNumber}
          onChange={({ target }) => change({ reference: '', phoneNumber: target.value })}
        />
      </div>
      <Button type="submit" size="lg" isBusy={isSearching} className="sm:self-end">
        {!isSearching && <Search aria-hidden className="size-5" />}
        {t('help.search.submit')}
      </Button>
    </form>
  );
}
