import { useTranslation } from 'react-i18next';
import { EitherOrSearch } from '#client/ui/fields/either-or-search';
import { toastError } from '#client/ui/overlay/toast';
import type { ReceiptLookupBody } from '#shared/contracts/receipts';

interface ReceiptSearchProps {
  isSearching: boolean;
  onSearch: (body: ReceiptLookupBody) => void;
}

/** By e-mail or by phone. */
export function ReceiptSearch({ isSearching, onSearch }: ReceiptSearchProps) {
  const { t } = useTranslation();

  const search = (email: string, phoneNumber: string) => {
    if (email) return onSearch({ email });
    if (phoneNumber) return onSearch({ phoneNumber });
    toastError(t('receipts.inputRequired.title'), t('receipts.inputRequired.description'));
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
      }}
      phone={{
        label: t('receipts.search.phone'),
        placeholder: t('receipts.search.phonePlaceholder'),
        hint: t('receipts.search.phoneHint'),
      }}
      or={t('receipts.search.or')}
      submitLabel={t('receipts.search.submit')}
      isSearching={isSearching}
      onSearch={search}
    />
  );
}
