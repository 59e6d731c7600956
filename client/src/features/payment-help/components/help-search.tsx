import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EitherOrSearch } from '#client/ui/fields/either-or-search';
import type { PaymentHelpBody } from '#shared/contracts/payment-help';
import { normalizePhone } from '#shared/domain/phone';

interface HelpSearchProps {
  /** Filled in from the start. */
  openReference: string;
  isSearching: boolean;
  onSearch: (search: PaymentHelpBody) => void;
}

/** By reference or by phone; what is wrong is told at the field. */
export function HelpSearch({ openReference, isSearching, onSearch }: HelpSearchProps) {
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
      submitLabel={t('help.search.submit')}
      openText={openReference}
      isSearching={isSearching}
      onSearch={search}
      onEdit={() => setProblem(null)}
    />
  );
}
